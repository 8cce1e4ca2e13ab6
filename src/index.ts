export { default } from "../extension.ts";
export { type App, createApp } from "./app.ts";
export type { AppOptions } from "./app-options.ts";
export { delegate } from "./delegate.ts";
export type {
  Delegation,
  DelegationPorts,
  DelegationProgress,
  DelegationResult,
  DelegationTerms,
  RanDelegation,
} from "./delegation.ts";
export { type PlannedDelegation, planDelegation } from "./delegation-plan.ts";
