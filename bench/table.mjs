// What was measured, for a person: one line a figure, and what holds of the targets.

export function printTable(title, rows) {
  const lines = rows.map((row) => [
    row.name,
    `${number(row.median)} ${row.unit}`,
    `${number(row.low)} - ${number(row.high)}`,
    String(row.n),
    row.ratio ? `${row.ratio.median.toFixed(3)} (${row.ratio.low.toFixed(3)} - ${row.ratio.high.toFixed(3)})` : "",
    row.target ? `${row.target.verdict}: ${row.target.text}` : "",
  ]);
  const all = [["", "median", "95 % interval", "n", "paired ratio", "target"], ...lines];
  const widths = all[0].map((_, column) => Math.max(...all.map((line) => line[column].length)));
  console.log(`\n${title}`);
  for (const line of all) {
    const cells = line.map((cell, column) =>
      (column === 0 || column > 3 ? cell.padEnd : cell.padStart).call(cell, widths[column]),
    );
    console.log(`  ${cells.join("  ").trimEnd()}`);
  }
}

function number(value) {
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(1);
}
