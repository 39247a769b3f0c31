import { testPublication } from './publication.ts';

testPublication('withdraw');
