// Questions put to all rooms of the repository.
import { ownRooms, testOwnRoom } from '../question-rooms.ts';

for (const name of ownRooms) testOwnRoom(name);
