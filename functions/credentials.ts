import { operationRoute } from '../shared/api/http/operation-route.ts';
import { pipeline } from '../shared/api/http/pipeline.ts';
import { credentialGroup } from '../shared/groups/credentials.ts';

export const handler = pipeline(credentialGroup.map(operationRoute));
