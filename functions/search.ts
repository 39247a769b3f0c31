import { operationRoute } from '../shared/api/http/operation-route.ts';
import { pipeline } from '../shared/api/http/pipeline.ts';
import { searchGroup } from '../shared/groups/search.ts';

export const handler = pipeline(searchGroup.map(operationRoute));
