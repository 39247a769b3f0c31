import { sendMCPMessage } from './send-mcp-message.ts';

export const mcpRoutes = [sendMCPMessage];
