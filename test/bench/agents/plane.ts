/**
 * What the list of tools of Plane's MCP server takes a model in o200k_base: tools/list of the package
 * `@makeplane/plane-mcp-server` from npm, which needs neither a key nor a network for it, asked on 2026-11-26.
 */
export const planeTools = { version: '0.1.5', tools: 47, tokens: 28_516 };
