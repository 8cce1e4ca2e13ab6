// What one variation did to a run, compared with the run without any.

/** For each thing that may differ on the wire, the sealed facts of which one must differ then. */
const sealedBy = {
  destination: ["destination"],
  headers: ["destination", "requestSettings"],
  body: ["requestSettings", "maxOutputTokens", "destination"],
};

/** `equal`, `sealed` (it differs, and so does what a person approved), `refused` (nothing was sent) or `violation`. */
export function verdictOf(baseline, observed) {
  if (observed.leaks.length > 0) return { verdict: "violation", why: observed.leaks.join("; ") };
  const isSilent = observed.requests.length === 0 && observed.strayRequests === 0;
  if (isSilent && observed.refused !== undefined) return { verdict: "refused", why: observed.refused };
  const different = differences(baseline, observed);
  const facts = changedFacts(baseline.facts, observed.facts);
  if (different.length === 0 && observed.refused === undefined) return { verdict: "equal", why: facts.join(", ") };
  const open = different.filter((what) => !sealedBy[what].some((name) => facts.includes(name)));
  if (open.length > 0) return { verdict: "violation", why: `${open.join(", ")} differ unsealed` };
  return { verdict: "sealed", why: `${different.join(", ")}: ${facts.join(", ")}` };
}

function differences(baseline, { requests, strayRequests }) {
  if (strayRequests > 0) return ["destination"];
  return ["destination", "headers", "body"].filter(
    (what) =>
      JSON.stringify(baseline.requests.map((each) => each[what])) !==
      JSON.stringify(requests.map((each) => each[what])),
  );
}

/** Names of sealed facts that have another value. */
function changedFacts(baseline = {}, observed = {}) {
  const names = [...new Set([...Object.keys(baseline), ...Object.keys(observed)])];
  return names.filter((name) => JSON.stringify(baseline[name]) !== JSON.stringify(observed[name]));
}
