/** The proxy a request to `baseUrl` passes, without its credentials, by the rules of undici's environment agent, which Pi uses. */
export function proxyFor(baseUrl: string, environment: NodeJS.ProcessEnv): string | null {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url === undefined || exempt(url, environment.no_proxy ?? environment.NO_PROXY ?? "")) return null;
  const http = environment.http_proxy ?? environment.HTTP_PROXY;
  const https = environment.https_proxy ?? environment.HTTPS_PROXY;
  const proxy = url.protocol === "https:" ? https || http : http;
  return proxy ? withoutCredentials(proxy) : null;
}

function exempt(url: URL, list: string): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, "").toLowerCase();
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  return list.split(/[,\s]+/).some((entry) => {
    if (entry === "*") return true;
    const parsed = /^(.+?)(?::(\d+))?$/.exec(entry.toLowerCase());
    if (!parsed?.[1] || (parsed[2] && parsed[2] !== port)) return false;
    const name = parsed[1].replace(/^\*?\./, "");
    const suffix = /^[.*]/.test(parsed[1]);
    return host === name || (suffix && host.endsWith(`.${name}`));
  });
}

function withoutCredentials(proxy: string): string {
  if (!URL.canParse(proxy)) return "a proxy whose address cannot be read";
  const { protocol, host } = new URL(proxy);
  return `${protocol}//${host}`;
}
