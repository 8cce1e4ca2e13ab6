import fc from "fast-check";

/** Any sequence of UTF-16 code units, lone surrogates included, with the troublesome ones more often than chance would give. */
export const anyText = fc
  .array(
    fc.oneof(
      fc.string({ unit: "binary" }),
      fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
      fc.constantFrom(
        "\u001b[31m",
        "\u202e",
        "\u2066",
        "\u200d",
        "\u{e0041}",
        "\ud800",
        "\\u{41}",
        "\\t",
        "\\",
        "u{5c}",
        " ",
        "\t",
        "\u0301",
        "\r\n",
        "\n",
      ),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(""));
