/**
 * From now on no request of this process follows a redirect: a server could send the sealed texts on to a place that nobody
 * approved. Pi's libraries take the redirect itself for a failed request, and do not repeat it. What does not use `fetch`
 * (Amazon's library) follows none by itself.
 */
export function followNoRedirects(): void {
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) => fetch(input, { ...init, redirect: "manual" });
}
