import { operationRoute } from '../shared/api/http/operation-route.ts';
import { pipeline } from '../shared/api/http/pipeline.ts';
import { changeGroup } from '../shared/groups/changes.ts';

export const handler = pipeline(changeGroup.map(operationRoute));
