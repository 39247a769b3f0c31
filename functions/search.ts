import { operationRoute } from '../shared/kernel/api/http/operation-route.ts';
import { pipeline } from '../shared/kernel/api/http/pipeline.ts';
import { searchGroup } from '../shared/surface/groups/search.ts';

export const handler = pipeline(searchGroup.map(operationRoute));
