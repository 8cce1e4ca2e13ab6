import type { ApprovalSubject } from "./approver.ts";

/**
 * This person's last yes here was to this very setup, compiled by this host. Whatever is not plainly so, an edited task and a
 * profile to be enabled included, is shown in full.
 */
export function isFamiliar({ setup, lastYes, host, enables, edited }: ApprovalSubject): boolean {
  if (!setup || setup.fingerprint === null || !lastYes || enables !== undefined || edited === true) return false;
  return lastYes.setup === setup.fingerprint && lastYes.host === host;
}
