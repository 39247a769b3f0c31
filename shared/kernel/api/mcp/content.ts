/** The text of a resource. */
export interface TextContent {
  uri: string;
  mimeType: string;
  text: string;
  _meta?: Record<string, unknown>;
}

/** A page that shows results of tools (MCP Apps), without its text. */
export interface AppPage {
  uri: string;
  name: string;
  title: string;
  description: string;
}

/** What each page is and needs: no server at all. */
export const appContent = {
  mimeType: 'text/html;profile=mcp-app',
  _meta: { ui: { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true } },
};

/** Addresses that can be read (RFC 6570). */
export interface ResourceTemplate {
  name: string;
  description: string;
  uriTemplate: string;
  mimeType: string;
}

/** A skill as the extension lists it (SEP-2640): its frontmatter, and its files with their digests. */
export interface Skill {
  uri: string;
  frontmatter: { name: string; description: string; [field: string]: unknown };
  resources: { uri: string; digest: string; size: number }[];
}

/** A prompt that people choose, with the text that it becomes. */
export interface PromptDeclaration {
  name: string;
  title: string;
  description: string;
  arguments: readonly { name: string; description: string; required: boolean }[];
  text: (args: Readonly<Record<string, string | undefined>>) => string;
}

/** What an endpoint has in addition to tools, for the caller of one request. */
export interface McpContent {
  templates: () => Promise<readonly ResourceTemplate[]>;
  skills: () => Promise<readonly Skill[]>;
  apps: () => Promise<readonly AppPage[]>;
  prompts: () => Promise<readonly PromptDeclaration[]>;
  /** The text at an address; undefined where there is nothing that the caller can read. */
  read: (uri: string) => Promise<TextContent | undefined>;
}

/** What an endpoint declares. A server of skills must have resources. */
export const contentCapabilities = { resources: {}, prompts: {} };
export const contentExtensions = { 'io.modelcontextprotocol/skills': {}, 'io.modelcontextprotocol/ui': {} };
