import { getAPILiveness } from './get-api-liveness.ts';
import { getAPIReadiness } from './get-api-readiness.ts';
import { getOpenAPIDescription } from './get-open-api-description.ts';
import { getTagDescription } from './get-tag-description.ts';

export const systemOperations = [getOpenAPIDescription, getTagDescription, getAPILiveness, getAPIReadiness];
