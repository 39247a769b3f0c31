import { webHandler } from '../shared/api/http/web-handler.ts';
import { mcpRoutes } from '../shared/mcp/index.ts';

export const handler = webHandler(mcpRoutes);
