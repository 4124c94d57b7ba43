// The commands that build, run and look after a room: arguments, help and exit codes.
import { contentOption } from './content-commands.mjs';

export const roomCommands = /** @type {const} */ ({
  start: {
    summary: 'Serves the room, reads its feeds and builds it.',
    options: {},
    details: 'What was built before is served at once. The server is started again after a crash.',
    endings: {
      0: 'it was stopped',
      1: 'there is nothing to serve; the lines above say why',
      78: 'the settings or the port do not fit',
    },
  },
  build: {
    summary: 'Builds the room from the content folder and switches to the new release.',
    options: {
      rollback: {
        type: 'boolean',
        doc: 'goes back to this content on purpose, where the room has served newer content',
      },
    },
    details: 'Is skipped while the live release has this content. What was live before stays when a build fails.',
    endings: { 0: 'the release is live', 1: 'it failed; the lines above say why' },
  },
  publish: {
    summary: 'Sends the live release to the places that PUBLISH_TO names: only what is different there.',
    options: {},
    details:
      'After an interruption the next call goes on. Pages are sent after what they refer to, and deletions come last.',
    endings: { 0: 'it is published', 1: 'it failed; the line above says why, and what was published before stays' },
  },
  'deploy-files': {
    summary: 'Writes systemd units for this room, with its own paths, user and port.',
    options: {
      to: {
        type: 'string',
        value: 'FOLDER',
        doc: 'where they are written (default: deploy in the folder of the room)',
      },
      ...contentOption,
    },
    details:
      'greenroom.service runs the room. If PUBLISH_TO names nginx or caddy, greenroom-nginx.path and .service, or those of Caddy, reload it when its rules change. Copy the units to /etc/systemd/system, then: systemctl daemon-reload && systemctl enable --now greenroom greenroom-nginx.path',
    endings: { 0: 'they are written', 1: 'a path or setting cannot stand in a unit; the line above says which' },
  },
  'sign-in': {
    summary: 'Prints a link that signs you into the console once, within a day.',
    options: {},
    details: 'Works while the room runs. Password and passkeys stay as they are.',
    endings: { 0: 'the link is printed', 1: 'the store cannot be opened' },
  },
  doctor: {
    summary: 'Checks everything that the room depends on, and says what to do.',
    options: {
      only: { type: 'string', value: 'NAME,NAME', doc: 'some checks alone' },
      try: {
        type: 'boolean',
        doc: 'makes an invoice at the wallet, reports the room to its Nexus, and transcribes a sentence',
      },
      json: { type: 'boolean', doc: 'the findings as one JSON document' },
    },
    details:
      'Checks settings, content, feeds, release, store, backups, disk, clock, wallet, Nexus, transcription. Changes nothing, except with --try.',
    endings: {
      0: 'all is well; notes are advice',
      1: 'something does not work',
      3: 'something will need care: an old copy, little space, a feed that was never read',
    },
  },
  backup: {
    summary: 'Copies content, store and greenroom.env, and checks the copy; also while the room runs.',
    examples: [
      ['', 'into a new folder in BACKUP_DIR; of older ones those stay that BACKUP_DAILY and BACKUP_WEEKLY say'],
      ['FOLDER', 'into FOLDER, which must not exist yet'],
    ],
    operands: 'FOLDER',
    options: {},
    details: 'The copy holds passwords and what people asked for: keep it to yourself.',
    endings: { 0: 'the copy is made and checked', 1: 'it could not be made' },
  },
  restore: {
    summary: 'Puts a copy in the place of content and store; what was there is kept beside it. Stop the room before.',
    operands: 'FOLDER',
    options: {},
    details: 'Also takes a file with a copy of the store alone. CONTENT_DIR and DATA_DIR say where things are put.',
    endings: { 0: 'the copy is in place', 1: 'the copy is damaged, or the room runs; nothing was changed' },
  },
  upgrade: {
    summary: 'Brings this clone to a newer version: tried on the side, switched to, and taken back if the room fails.',
    examples: [
      ['', 'to the newest commit of the branch that this one follows'],
      ['--to v0.4.0', 'to a tag, a commit, or a branch such as origin/next'],
      ['--try', 'stops before the switch'],
      ['--back', 'to the version before the last upgrade'],
    ],
    options: {
      to: { type: 'string', value: 'VERSION', doc: 'a tag, a commit, or a branch such as origin/next' },
      try: { type: 'boolean', doc: 'changes nothing: installs, builds and migrates a copy on the side' },
      back: { type: 'boolean', doc: 'goes back; what was written since stays' },
    },
    details:
      'Makes a backup, installs the packages beside the old ones, builds a copy of the room with the new version and migrates a copy of its store. Then the room starts again on the new version, and on the old one where it is not ready.',
    endings: { 0: 'the version is here', 1: 'nothing was changed, or all was taken back; the lines above say why' },
  },
  licences: {
    summary: 'Prints the licences of all packages that a room runs on, with their texts.',
    options: {},
    endings: { 0: 'they are printed', 1: 'they lie beside the program' },
  },
  serve: {
    summary: 'Serves the live release, without reading feeds first.',
    options: {},
    details:
      'Builds only where there is no release for the address of the room. The server is started again after a crash.',
    endings: {
      0: 'it was stopped',
      1: 'there is nothing to serve; the lines above say why',
      78: 'the settings or the port do not fit',
    },
  },
});
