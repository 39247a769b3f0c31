import { operationRoute } from '../shared/kernel/api/http/operation-route.ts';
import { pipeline } from '../shared/kernel/api/http/pipeline.ts';
import { credentialGroup } from '../shared/surface/groups/credentials.ts';

export const handler = pipeline(credentialGroup.map(operationRoute));
