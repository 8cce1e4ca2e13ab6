import type { App } from "./app.ts";
import type { Approver } from "./approval/approver.ts";

/** The same application; each delegation takes its place for a decision when it is asked for, not when its plan is ready. */
export function withPlaces(app: App, approver: Approver): App {
  return {
    ...app,
    async delegate(delegation, signal, report) {
      const place = approver.join?.(signal);
      try {
        return await app.delegate(
          delegation,
          signal,
          (progress) => {
            // What runs has been decided, even where nobody was asked.
            if (progress.phase === "running") place?.leave();
            report?.(progress);
          },
          place,
        );
      } finally {
        place?.leave();
      }
    },
  };
}
