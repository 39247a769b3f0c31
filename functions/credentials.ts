import { operationRoute } from '../shared/kernel/api/http/operation-route.ts';
import { credentialGroup } from '../shared/surface/groups/credentials.ts';
import { serve } from '../shared/surface/system/serve.ts';

export const handler = serve(credentialGroup.map(operationRoute));
