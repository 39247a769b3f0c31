import { operationRoute } from '../shared/kernel/api/http/operation-route.ts';
import { pipeline } from '../shared/kernel/api/http/pipeline.ts';
import { analysisGroup } from '../shared/surface/groups/analysis.ts';

export const handler = pipeline(analysisGroup.map(operationRoute));
