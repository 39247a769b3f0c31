import { Fn } from 'aws-cdk-lib';

/** The host of a URL that is known when the stack is deployed. */
export const hostOf = (url: string): string => Fn.select(2, Fn.split('/', url));
