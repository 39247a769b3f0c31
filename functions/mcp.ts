import { pipeline } from '../shared/kernel/api/http/pipeline.ts';
import { mcpRoutes } from '../shared/surface/mcp/index.ts';

export const handler = pipeline(mcpRoutes);
