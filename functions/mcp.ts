import { pipeline } from '../shared/api/http/pipeline.ts';
import { mcpRoutes } from '../shared/mcp/index.ts';

export const handler = pipeline(mcpRoutes);
