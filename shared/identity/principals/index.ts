import { getCaller } from './get-caller.ts';
import { getPrincipal } from './get-principal.ts';

export const principalOperations = [getCaller, getPrincipal];
