import { mcpRoutes } from '../shared/surface/mcp/index.ts';
import { serve } from '../shared/surface/system/serve.ts';

export const handler = serve(mcpRoutes);
