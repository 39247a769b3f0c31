import { operationRoute } from '../shared/api/http/operation-route.ts';
import { pipeline } from '../shared/api/http/pipeline.ts';
import { analysisGroup } from '../shared/groups/analysis.ts';

export const handler = pipeline(analysisGroup.map(operationRoute));
