export { type DelegationPolicy, delegationPolicy, type PolicyOverrides } from "./config/delegation-policy.ts";
export { type LoadedSettings, loadDelegationSettings } from "./config/load-delegation-settings.ts";
export { canonicalProfileId } from "./config/profile-id.ts";
export {
  AccessCapabilities,
  AccessReceipt,
  AccessRequest,
} from "./contract/access.ts";
export { validateAccessReceipt } from "./contract/access-receipt-check.ts";
export { validateAccessRequest } from "./contract/access-request-check.ts";
export {
  ContentPart,
  Conversation,
  ConversationMessage,
  MessageRole,
  PreparedMessage,
} from "./contract/conversation.ts";
export type { Diagnostic } from "./contract/diagnostic.ts";
export type { JsonObject, JsonValue } from "./contract/json.ts";
export {
  LimitCapabilities,
  LimitsReceipt,
  LimitsRequest,
  validateLimitsReceipt,
  validateLimitsRequest,
} from "./contract/limits.ts";
export { ModelReference, ThinkingLevel } from "./contract/model.ts";
export type { Outcome } from "./contract/outcome.ts";
export {
  AgentExecutionPlan,
  createAgentExecutionPlan,
  validateAgentExecutionPlan,
} from "./contract/product/agent-execution-plan.ts";
export { AgentProfile } from "./contract/product/agent-profile.ts";
export { AgentRequest, validateAgentRequest } from "./contract/product/agent-request.ts";
export { AgentResponse, validateAgentResponse } from "./contract/product/agent-response.ts";
export { Artifact, Trace, validateArtifact, validateTrace } from "./contract/product/artifact.ts";
export { type BudgetedContext, budgetSubagentContext } from "./contract/product/context-budget.ts";
export { renderSubagentSelectedContext } from "./contract/product/context-envelope.ts";
export type { ExecutionPlanInput, HostPreparation } from "./contract/product/execution-plan-input.ts";
export {
  agentProfileFingerprint,
  canonicalSubagentJson,
  SUBAGENT_FINGERPRINT_PREFIX,
  subagentFingerprint,
  subagentPromptStackFingerprint,
  subagentSourceProfileFingerprint,
} from "./contract/product/fingerprints.ts";
export {
  type BackendFacts as ForgeBackendFacts,
  PrepareReply,
  PrepareRequest,
  ProfileSummary,
  ProfileSummary as ForgeProfileSummary,
  type PromptAccessFacts as ForgePromptAccessFacts,
  ResolveProfileRequest,
} from "./contract/product/host-port.ts";
export {
  type InitialMessages,
  keepsProtectedTask,
  prepareSubagentInitialMessages,
  protectedTask,
} from "./contract/product/initial-messages.ts";
export { validateBackendPreflight } from "./contract/product/preflight-check.ts";
export {
  AgentProfileSnapshot,
  ProfileDependency,
  validateAgentProfileSnapshot,
} from "./contract/product/profile-snapshot.ts";
export { PromptStack, RegexRule, ResourcePolicy, StackBlock, StackSlot } from "./contract/product/prompt-stack.ts";
export {
  ContextItem,
  ContextReceipt,
  SelectedContext,
  validateSelectedContext,
} from "./contract/product/selected-context.ts";
export {
  BackendDescriptor,
  checkBackendDescriptor as validateBackendDescriptor,
} from "./contract/runtime/backend-descriptor.ts";
export {
  AcceptedPreflight,
  Preflight as BackendPreflightResult,
  RejectedPreflight,
} from "./contract/runtime/preflight.ts";
export {
  checkPromptRuntime as validatePromptRuntime,
  PromptRuntime,
  promptRuntimeFingerprint,
} from "./contract/runtime/prompt-runtime.ts";
export { CatalogTool, ToolEffect } from "./contract/tool-catalog.ts";
export { negotiateSubagentTools, type ToolNegotiation } from "./contract/tool-negotiation.ts";
export { filterToolsByPolicy, type PolicySelection, type ToolPolicy } from "./contract/tool-policy.ts";
export { Usage, validateUsage } from "./contract/usage.ts";
export { type ForgeDirectories, forgeDirectories } from "./files/forge-directories.ts";
export {
  type ConversationSource,
  prepareConversation as prepareSubagentHostPlan,
} from "./host/compile-conversation.ts";
export type { CompileDiagnostic } from "./host/compile-diagnostic.ts";
export type { CompileInput, CompileRuntime, PromptOptions, PromptSkill } from "./host/compile-input.ts";
export type { CompileMessage } from "./host/compile-message.ts";
export { type CompiledStack, compilePromptStack } from "./host/compile-stack.ts";
export {
  type CreateForgeHostOptions,
  createForgeHost,
  type ForgeHostSettings,
  type RunningForgeHost,
} from "./host/create-forge-host.ts";
export {
  type ExtensionContext,
  type ExtensionModules,
  type LoadModule,
  loadExtensionModules,
} from "./host/extension-modules.ts";
export { findProfile } from "./host/find-profile.ts";
export type { ForgeHost } from "./host/forge-host.ts";
export { keepOneHost, type OneHost, type OneHostOptions, type OwnHost, type Timers } from "./host/one-host.ts";
export { portBounds } from "./host/port-bounds.ts";
export { createForgeHostClient, type ForgeHostClient, type ForgeHostClientOptions } from "./host/port-client.ts";
export type { ForgeHostConnection } from "./host/port-discovery.ts";
export { ForgeHostPortError, type ForgeHostPortErrorCode } from "./host/port-error.ts";
export type { PortResult } from "./host/port-exchange.ts";
export {
  type ConnectedForgeHost,
  type ConnectedForgeHost as ForgeHostSession,
  type ConnectForgeHostOptions,
  connectForgeHost,
} from "./host/port-host.ts";
export {
  FORGE_HOST_PORT_VERSION,
  type ForgeHostTransport,
  type PortOperation,
  portChannels as FORGE_HOST_CHANNEL,
} from "./host/port-protocol.ts";
export { createPortServer, type PortHandlers, type PortServer, type PortServerOptions } from "./host/port-server.ts";
export { type ParsedProfile, parseAgentProfile, serialiseAgentProfile } from "./host/profile-codec.ts";
export type { MacroRegistration, Registrations, SlotRegistration } from "./host/registrations.ts";
export { type ProfileResolution, resolveEntry as resolveSubagentHostProfile } from "./host/resolve-profile.ts";
export { parseProfileSelector, type Selector } from "./host/selector.ts";
export { type ParsedStack, parsePromptStack, serialisePromptStack } from "./host/stack-codec.ts";
export { analyseTemplate, type TemplateAnalysis } from "./host/template-analyse.ts";
export { loadWorkspace as loadForgeWorkspace, type Workspace as ForgeWorkspace } from "./host/workspace.ts";
export { sanitiseJson, sanitiseText } from "./text/sanitise.ts";
