import { operationRoute } from '../shared/kernel/api/http/operation-route.ts';
import { pipeline } from '../shared/kernel/api/http/pipeline.ts';
import { changeGroup } from '../shared/surface/groups/changes.ts';

export const handler = pipeline(changeGroup.map(operationRoute));
