export { default } from "../extension.ts";
export { type App, type AppOptions, createApp } from "./app.ts";
export { delegate, type PlannedDelegation, planDelegation } from "./delegate.ts";
export type {
  Delegation,
  DelegationPorts,
  DelegationProgress,
  DelegationResult,
  DelegationTerms,
  RanDelegation,
} from "./delegation.ts";
