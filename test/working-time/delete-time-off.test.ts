import { daysOff, testDeletion } from './entry-tests.ts';

testDeletion(daysOff);
