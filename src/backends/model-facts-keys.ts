/** The variables in which Pi 0.73 and Pi 1.x look for a provider's key, by Pi's provider id. */
const keys: Readonly<Record<string, readonly string[]>> = {
  "amazon-bedrock": [
    "AWS_PROFILE",
    "AWS_ACCESS_KEY_ID",
    "AWS_SECRET_ACCESS_KEY",
    "AWS_SESSION_TOKEN",
    "AWS_BEARER_TOKEN_BEDROCK",
    "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI",
    "AWS_CONTAINER_CREDENTIALS_FULL_URI",
    "AWS_WEB_IDENTITY_TOKEN_FILE",
    "AWS_ROLE_ARN",
    "AWS_CONFIG_FILE",
    "AWS_SHARED_CREDENTIALS_FILE",
  ],
  "ant-ling": ["ANT_LING_API_KEY"],
  anthropic: ["ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_OAUTH_TOKEN", "ANTHROPIC_API_KEY"],
  azure: ["AZURE_OPENAI_API_KEY"],
  "azure-openai-responses": ["AZURE_OPENAI_API_KEY"],
  baseten: ["BASETEN_API_KEY"],
  cerebras: ["CEREBRAS_API_KEY"],
  "cloudflare-ai-gateway": ["CLOUDFLARE_API_KEY"],
  "cloudflare-workers-ai": ["CLOUDFLARE_API_KEY"],
  deepseek: ["DEEPSEEK_API_KEY"],
  fireworks: ["FIREWORKS_API_KEY"],
  "github-copilot": ["COPILOT_GITHUB_TOKEN", "GH_TOKEN", "GITHUB_TOKEN"],
  google: ["GEMINI_API_KEY"],
  "google-vertex": ["GOOGLE_CLOUD_API_KEY", "GOOGLE_APPLICATION_CREDENTIALS"],
  groq: ["GROQ_API_KEY"],
  huggingface: ["HF_TOKEN"],
  "kimi-coding": ["KIMI_API_KEY"],
  meta: ["META_API_KEY"],
  minimax: ["MINIMAX_API_KEY"],
  "minimax-cn": ["MINIMAX_CN_API_KEY"],
  mistral: ["MISTRAL_API_KEY"],
  moonshotai: ["MOONSHOT_API_KEY"],
  "moonshotai-cn": ["MOONSHOT_API_KEY"],
  nvidia: ["NVIDIA_API_KEY"],
  openai: ["OPENAI_API_KEY"],
  opencode: ["OPENCODE_API_KEY"],
  "opencode-go": ["OPENCODE_API_KEY"],
  openrouter: ["OPENROUTER_API_KEY"],
  "qwen-token-plan": ["QWEN_TOKEN_PLAN_TEAM_API_KEY", "QWEN_TOKEN_PLAN_API_KEY"],
  "qwen-token-plan-cn": ["QWEN_TOKEN_PLAN_TEAM_CN_API_KEY", "QWEN_TOKEN_PLAN_CN_API_KEY"],
  "qwen-token-plan-individual": ["QWEN_TOKEN_PLAN_INDIVIDUAL_API_KEY", "QWEN_TOKEN_PLAN_API_KEY"],
  "qwen-token-plan-individual-cn": ["QWEN_TOKEN_PLAN_INDIVIDUAL_CN_API_KEY", "QWEN_TOKEN_PLAN_CN_API_KEY"],
  radius: ["RADIUS_API_KEY"],
  together: ["TOGETHER_API_KEY"],
  typesafe: ["TYPESAFE_API_KEY"],
  "vercel-ai-gateway": ["AI_GATEWAY_API_KEY"],
  xai: ["XAI_API_KEY"],
  xiaomi: ["XIAOMI_API_KEY"],
  "xiaomi-token-plan-ams": ["XIAOMI_TOKEN_PLAN_AMS_API_KEY"],
  "xiaomi-token-plan-cn": ["XIAOMI_TOKEN_PLAN_CN_API_KEY"],
  "xiaomi-token-plan-sgp": ["XIAOMI_TOKEN_PLAN_SGP_API_KEY"],
  zai: ["ZAI_API_KEY"],
  "zai-coding-cn": ["ZAI_CODING_CN_API_KEY"],
};

/** Not keys, but without them these providers do not know where to send a request. */
const places: Readonly<Record<string, readonly string[]>> = {
  "amazon-bedrock": ["AWS_REGION", "AWS_DEFAULT_REGION"],
  azure: [
    "AZURE_OPENAI_RESOURCE_NAME",
    "AZURE_OPENAI_BASE_URL",
    "AZURE_OPENAI_API_VERSION",
    "AZURE_OPENAI_DEPLOYMENT_NAME_MAP",
  ],
  "azure-openai-responses": [
    "AZURE_OPENAI_RESOURCE_NAME",
    "AZURE_OPENAI_BASE_URL",
    "AZURE_OPENAI_API_VERSION",
    "AZURE_OPENAI_DEPLOYMENT_NAME_MAP",
  ],
  "cloudflare-ai-gateway": ["CLOUDFLARE_ACCOUNT_ID", "CLOUDFLARE_GATEWAY_ID"],
  "cloudflare-workers-ai": ["CLOUDFLARE_ACCOUNT_ID"],
  "google-vertex": ["GOOGLE_CLOUD_PROJECT", "GCLOUD_PROJECT", "GOOGLE_CLOUD_LOCATION"],
};

/** `label` is what Pi calls the source of a key that it took from the environment: a name, or several with commas. */
export function keyVariables(
  provider: string,
  environment: NodeJS.ProcessEnv,
  source?: string,
  label = "",
): readonly string[] {
  const named = label.split(/[\s,]+/).filter((name) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name));
  // Where the key is stored or written in the models file, the child finds it there and needs no variable.
  const stored =
    source === "stored" || source === "models_json_key" || source === "models_json_command" || source === "runtime";
  const wanted = [...(stored ? [] : [...own(keys, provider), ...named]), ...own(places, provider)];
  return [...new Set(wanted)].filter((name) => Object.hasOwn(environment, name) && environment[name] !== "");
}

/** What a person does about a key that is missing: `run /login in Pi or set ANTHROPIC_API_KEY`. */
export function keyAdvice(provider: string): string {
  const names = keyNames(provider);
  if (names.length > 0) return `run /login in Pi or set ${names.join(" or ")}`;
  return isBuiltInProvider(provider)
    ? "run /login in Pi"
    : `give "${provider}" a key in models.json or with /login in Pi`;
}

/** Where the key that a provider refused may have come from: `/login in Pi, ANTHROPIC_API_KEY`. */
export function keySources(provider: string): string {
  const others = isBuiltInProvider(provider) ? keyNames(provider) : ["models.json", "the variable that it names"];
  return ["/login in Pi", ...others].join(", ");
}

function keyNames(provider: string): readonly string[] {
  return own(keys, provider).filter((name) => name.endsWith("API_KEY"));
}

/** Every variable that may hold a key and is set, for a Pi that is left to choose its own default model. */
export function allKeyVariables(environment: NodeJS.ProcessEnv): readonly string[] {
  const names = new Set([...Object.values(keys), ...Object.values(places)].flat());
  return [...names].filter((name) => Object.hasOwn(environment, name) && environment[name] !== "").sort();
}

export function isBuiltInProvider(provider: string): boolean {
  return Object.hasOwn(keys, provider) || provider === "openai-codex";
}

function own(table: Readonly<Record<string, readonly string[]>>, provider: string): readonly string[] {
  return Object.hasOwn(table, provider) ? (table[provider] ?? []) : [];
}
