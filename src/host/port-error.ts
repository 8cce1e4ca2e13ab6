export type ForgeHostPortErrorCode = "timeout" | "duplicate" | "unavailable" | "protocol" | "invalid";

/** Why there is no host, or no usable answer of it. */
export class ForgeHostPortError extends Error {
  readonly code: ForgeHostPortErrorCode;

  constructor(code: ForgeHostPortErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
