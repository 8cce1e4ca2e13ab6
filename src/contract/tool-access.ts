import type { AccessLevel, NetworkAccess } from "./access.ts";
import type { ToolEffect } from "./tool-catalog.ts";

/** What access decides about tools. */
export interface ToolAccess {
  readonly level: AccessLevel;
  readonly network: NetworkAccess;
  readonly allowProcess?: boolean | undefined;
}

export function isAllowed(effect: ToolEffect, access: ToolAccess): boolean {
  switch (effect) {
    case "filesystem-read":
      return access.level !== "none";
    case "filesystem-write":
      return access.level === "workspace-write";
    case "process":
      return access.allowProcess === true;
    case "network":
      return access.network === "allow";
  }
}
