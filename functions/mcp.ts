import { webHandler } from '../shared/api/web-handler.ts';
import { mcpRoutes } from '../shared/mcp/index.ts';

export const handler = webHandler(mcpRoutes);
