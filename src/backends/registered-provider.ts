/** What an extension made of a provider. Pi 1.x answers by methods, and knows providers that are code; Pi 0.73 keeps a private map. */
export function registeredProvider(registry: object, provider: string): object | undefined {
  const native = called(registry, "getRegisteredNativeProvider", provider);
  if (native) return { streamSimple: () => {} };
  if (isNewPi(registry)) return called(registry, "getRegisteredProviderConfig", provider);
  return entryOf(registry, "registeredProviders", provider);
}

export function isNewPi(registry: object): boolean {
  return typeof Reflect.get(registry, "getRegisteredProviderConfig") === "function";
}

/** A key given for this session only; a stored one does not hide it, whatever Pi's own status says. */
export function hasSessionKey(registry: object, provider: string): boolean {
  const storage: unknown = Reflect.get(registry, "authStorage");
  return typeof storage === "object" && storage !== null && isIn(Reflect.get(storage, "runtimeOverrides"), provider);
}

/** The entry of a map that Pi keeps for itself. */
export function entryOf(holder: object, name: string, key: string): object | undefined {
  const map: unknown = Reflect.get(holder, name);
  const found: unknown = map instanceof Map ? map.get(key) : undefined;
  return typeof found === "object" && found !== null ? found : undefined;
}

/** The answer of a method that not every Pi has. */
export function called(holder: object, method: string, argument: string): object | undefined {
  const ask: unknown = Reflect.get(holder, method);
  const answer: unknown = typeof ask === "function" ? Reflect.apply(ask, holder, [argument]) : undefined;
  return typeof answer === "object" && answer !== null ? answer : undefined;
}

function isIn(map: unknown, key: string): boolean {
  return map instanceof Map && map.has(key);
}
