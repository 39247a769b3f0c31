import { testPublication } from './publication.ts';

testPublication('publish');
