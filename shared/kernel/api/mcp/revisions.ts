/** Revisions of MCP that start with `initialize`, newest first. */
export const HANDSHAKE_REVISIONS = ['2025-11-25', '2025-06-18', '2025-03-26'];

/** All revisions that the endpoint takes, newest first. */
export const MCP_REVISIONS = ['2026-07-28', ...HANDSHAKE_REVISIONS];
