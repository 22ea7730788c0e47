// The shapes of docs/http.md and docs/json.md, for the type checker alone.

/** @typedef {[number, number]} Place the centre of a thing in cell widths, y downwards */
/** @typedef {{ at: Place, shape: "square" | "disc", role: string, label: string, act: string | null }} Cell */
/** @typedef {{ from: Place, to: Place, stroke: "link" | "wall" | "arrow", role: string }} Edge */
/**
 * @typedef {object} Piece
 * @property {Place} at
 * @property {string} role
 * @property {string} letter
 * @property {string | null} act
 * @property {string} [sprite] the id of its picture
 * @property {"right" | "down" | "left" | "up"} [facing] where it looks
 * @property {boolean} [lettered] whether the letter is written on the picture
 */
/**
 * @typedef {{ kind: "ring" | "square", at: Place, label: string }
 *   | { kind: "path", points: Place[] }
 *   | { kind: "heat" | "count", at: Place, value: number }} Overlay heat is a gain, with a sign
 */
/** @typedef {{ header: string[], rows: string[][], bars?: number }} Table a shorter row is a note across all columns */
/** @typedef {[x: number, y: number, tile: number]} PlacedTile where a tile lies, and its index in the picture */
/**
 * @typedef {object} Tile a picture of a cell
 * @property {string} words what is on the cell
 * @property {string} letter what is written where pixels cannot be drawn
 * @property {number} width in pixels
 * @property {number} height
 * @property {string[]} colours
 * @property {string[]} pixels a text for each row, of a character for each pixel
 */
/**
 * @typedef {object} Frame
 * @property {string} caption
 * @property {Cell[]} cells
 * @property {Edge[]} edges
 * @property {Piece[]} pieces
 * @property {Overlay[]} overlays
 * @property {PlacedTile[]} [tiles]
 * @property {Table} [table]
 */
/** @typedef {{ at: Place, text: string }} Name the name of a place, written beside it on request */
/**
 * @typedef {object} Picture
 * @property {string} title
 * @property {string} description
 * @property {[string, string][]} legend
 * @property {Frame[]} frames
 * @property {Tile[]} [tiles] to which the frames refer
 * @property {Name[]} [names]
 * @property {boolean} [quiet_labels] whether labels of cells say nothing that their colours do not
 * @property {boolean} [abridged] whether a longer film shows what is left out between these frames
 */

/** @typedef {{ at: Place, name: string, words: string }} NamedPlace a place with its name and what is there, or how it changes */
/** @typedef {{ name: string, words: string }} BoardLine a row, a position, or a sentence without a name */

/**
 * @typedef {object} FamilyCard one entry of GET /families
 * @property {string} family
 * @property {string} title its name as a heading
 * @property {string} extension of the files that are written
 * @property {string[]} extensions of all files that are read
 * @property {string[]} file_names the whole names of files that are read, whatever their extension
 * @property {string} about
 * @property {string} rules
 * @property {string} source
 * @property {string[]} doubtful the levels of which it is the question whether they can be solved at all
 * @property {NewLevels | null} new_levels the new levels that a menu offers
 * @property {string} starter the text that a new document begins with
 * @property {string | null} other_editor the name of another editor in which every text of it runs as it is
 * @property {Token[]} tokens what is told apart in its texts
 * @property {string[]} answers
 * @property {Record<string, string[]>} options
 * @property {OptionRow[]} own_options options that it declares otherwise than the list of all options does
 * @property {string[]} roles
 * @property {boolean} program whether its levels are programs, which only a server runs for a page
 */
/** @typedef {{ words: string, board: string, difficulties: number[] }} NewSize */
/** @typedef {{ measure: string, sizes: NewSize[] }} NewLevels what a difficulty counts, and the sizes */
/** @typedef {{ family: string, board: string, difficulty?: number }} Daily what kind of level a day has */
/** @typedef {{ version: number, puzzles: Daily[] }} Dailies */
/** @typedef {{ family: string, board?: string, difficulty?: number, seed: number }} NewRequest a new level that is wanted */
/** @typedef {{ kind: "comment" | "heading" | "keyword" | "text" | "number", pattern: string }} Token what a regular expression finds in a text */
/**
 * @typedef {object} QuestionRow one of the `questions` of GET /families
 * @property {string} name
 * @property {string} about what the question does, in a sentence
 */
/**
 * @typedef {object} OptionRow one of the `options` of GET /families
 * @property {string} name
 * @property {string} flag
 * @property {"switch" | "number" | "text" | "choice" | "moves"} value
 * @property {string[]} [choices] what a choice is between
 * @property {string} [default] what holds where a choice is left out
 * @property {string} about
 * @property {boolean} [another_game] whether it chooses another game than the one on the board
 */
/** @typedef {{ name: string, title?: string, family: string, about: string, text: string }} ShippedLevel */
/** @typedef {{ name: string, family: string, about: string, levels: number, text: string }} ShippedFile a shipped text of several levels */
/** @typedef {{ piece: string, on: string | null, unique: boolean }} StandingPiece a piece on something: its name, the character of what is below, and whether a level has exactly one */
/** @typedef {{ text: string, words: string, stands?: StandingPiece, cell?: Cell, piece?: Piece, tile?: Tile }} Glyph a character that can be placed, what it means, and how boards show it */
/** @typedef {{ line: number, column: number, cells: string }} CanvasRow a row of a level in its text */
/** @typedef {{ line: number, column: number, text: string }} StatedSize where a text states the number of rows and columns */
/**
 * @typedef {object} CanvasCard where the rows of a level are in its text, and what can be placed there
 * @property {CanvasRow[]} rows
 * @property {string | null} separator what is written between two rows where one is added; null where the size cannot change
 * @property {StatedSize} [size]
 * @property {string | null} blank the character of an empty cell
 * @property {Glyph[]} palette
 * @property {CellNote[]} [notes] what is known of cells
 */
/** @typedef {{ x: number, y: number, words: string }} CellNote what is known of a cell of a level */
/** @typedef {{ name: string, canvas: CanvasCard }} NamedCanvas a picture that a text draws beside its levels */
/**
 * @typedef {object} ListedLevel a level of a file; one that was chosen by its number has more
 * @property {number} number
 * @property {string | null} title
 * @property {number} line
 * @property {string} [text] of this level alone
 * @property {LevelProblem[]} [problems] of a level that is valid all the same
 * @property {CanvasCard} [canvas]
 * @property {boolean} [states_solution] whether its text states a solution
 * @property {string} [not_drawn] why it cannot be drawn
 */
/** @typedef {{ line: number, column: number, severity?: "error" | "warning", message: string, expected: string }} LevelProblem a problem of a text; without a severity it is an error */
/** @typedef {{ valid: boolean, problems: LevelProblem[] }} CheckBody */
/** @typedef {{ families: string[], certain: boolean, level: string | null, game: SavedGame | null, why: string | null }} Recognition what a text is: the families whose format it has, whether it is surely that (without families: a link, or a gist that is cut off), the text of the levels where it was taken out of something, the game that a save holds, and why it is not taken */
/** @typedef {{ role: string, moves: string[] }} SavedGame how far the game of a save is */

/** @typedef {{ text: string, words: string, opens?: boolean, closes?: boolean }} ProgramTile a part of a program; one that opens is closed by a later one */
/** @typedef {{ tiles: ProgramTile[], palette: ProgramTile[], whole: string, run: string }} ProgramTiles a program, what can be placed, what stands before the tiles of a whole program as a move, and the move that runs it */

/** @typedef {{ kind: "won" | "lost" | "drawn" | "ended", value?: number, unit?: string }} GameResult */
/**
 * @typedef {object} Position the answer of POST /play
 * @property {Picture} picture
 * @property {string[]} moves
 * @property {boolean} over
 * @property {boolean} solved
 * @property {number | null} cost
 * @property {string} [unit] what the cost counts
 * @property {GameResult | null} result how it ended for the role played
 * @property {string} [counted] what is counted of the moves beside their number
 * @property {string} [ended] the result in words
 * @property {string} words
 * @property {string} level
 * @property {string[]} legal
 * @property {number} legal_total
 * @property {string} role who is played
 * @property {string[]} roles
 * @property {{ role: string, words: string }[]} [sides] the roles that a person is offered with their words, the one that begins a new game first; absent where there is one role
 * @property {string[]} offers the questions that this level answers
 * @property {Record<string, string>} [refuses] why it does not answer a question, by the question's name
 * @property {{ lines: BoardLine[], places: NamedPlace[] }} board the position in words
 * @property {Record<string, NamedPlace[]>} [changes] the places that each move changes
 * @property {{ to: string[], carried: string[] }} [ways] the places that can be named to go there (`to PLACE`), and those whose pieces can be taken elsewhere (`PLACE to OTHER`)
 * @property {Record<string, string>} [said] the moves that a person reads otherwise than as their text
 * @property {ProgramTiles} [tiles] what they have composed as tiles, where it can be built from them
 * @property {string} [composed] what the moves so far have composed, which may be changed and played as one move
 * @property {string | null} goal
 * @property {string} rules
 * @property {string[]} details
 * @property {Controls} [controls] what there is beyond the moves
 * @property {Events} [events] what the last move left
 */
/**
 * @typedef {object} Controls keys, times and chance of a level
 * @property {Record<string, string>} keys the move that each key means while the board has the focus, or `undo`
 * @property {string[]} once moves that a held key makes once
 * @property {number | null} frame_ms how long a frame of a move is shown
 * @property {{ move: string, every_ms: number } | null} tick a move that plays itself
 * @property {boolean} seeded whether the first move may choose the random numbers: `seed 7`
 */
/**
 * @typedef {object} Events what a move left besides a position
 * @property {string[]} messages to be read now
 * @property {string[]} sounds by the texts by which the game calls them
 * @property {number[]} fired the lines of the rules that changed something
 */

/**
 * @typedef {object} Answer the object of docs/json.md
 * @property {number} schema
 * @property {string} family
 * @property {string} question
 * @property {Record<string, unknown>} asked
 * @property {"found" | "impossible" | "unfinished" | null} verdict
 * @property {string} known how it is known, in words
 * @property {string[]} words the answer in words, the first line says the most
 * @property {Amount} [optimum] the value of the solution
 * @property {Stands} [standing] how the position of a hint stands
 * @property {{ stated: string, holds: boolean | null, words: string }} [par] what the author claims, of a plain solution
 * @property {{ text: string, counts?: Record<string, number> }} [line] the moves that it states, as one text, and what is counted of them
 * @property {string} method
 * @property {{ by: string, at_least: number }} [confirmed] the second search that found nothing better
 * @property {Record<string, unknown> | null} answer
 * @property {Record<string, unknown> | null} proof
 * @property {{ nodes: number, bytes: number, seconds: number, setup_seconds: number }} [spent] the cost; hints in part have none
 * @property {Drawn} [drawn] its picture, where that was asked for
 */
/** @typedef {{ value: number, unit: string, proven: boolean, at_least?: number, unchanged?: number }} Amount */
/** @typedef {{ can_win: boolean | null, value?: "win" | "loss" | "draw", left?: Amount, total?: Amount, said?: string[], now?: string, words: string }} Stands */
/**
 * @typedef {object} Judgement the answer to `judge`
 * @property {{ after: number, can_win?: boolean | null, value?: "win" | "loss" | "draw" | null, cost_left?: number | null, unit?: string }[]} positions
 * @property {{ move: string, cost: number | null, lost: boolean | null }[]} moves
 * @property {number | null} first_lost
 * @property {number | null} first_longer
 * @property {number | null} back_to
 */
/** @typedef {{ stage: string, done: number, total: number | null, at_least: number | null, nodes: number }} ProgressUpdate */
/** @typedef {{ type?: string, title: string, status: number, detail?: string, problems?: LevelProblem[] }} ProblemBody */
/**
 * @typedef {object} Job
 * @property {string} id
 * @property {"queued" | "running" | "done" | "failed" | "cancelled"} state
 * @property {ProgressUpdate | null} progress
 * @property {Answer | null} result
 * @property {ProblemBody | null} error
 */
/**
 * @typedef {object} Request what a level is asked or played with
 * @property {string} family
 * @property {string} level
 * @property {number} [number] of the level in a text that holds several
 * @property {boolean} [texts] whether all levels of a text come with their texts
 * @property {boolean} [pictures] whether the pictures that the text draws beside its levels come, too
 * @property {string[]} [moves]
 * @property {string} [par] that the text is to state
 * @property {number[]} [order] the numbers of levels in the order that is wanted
 * @property {string} [role]
 * @property {string} [question]
 * @property {Record<string, unknown>} [options]
 * @property {Answer} [answer]
 * @property {boolean} [every_hop] of a picture: a film with a frame for every hop
 * @property {boolean} [picture] of a question: whether its answer comes with its picture
 */
/**
 * @typedef {object} Drawn the answer of POST /picture
 * @property {string} title
 * @property {string} description
 * @property {string} svg all frames on a page
 * @property {Picture} picture
 * @property {string} [csv] the table of an answer as comma-separated values
 * @property {string | null} goal
 * @property {string} rules
 * @property {string[]} details
 */
/** @typedef {{ name: string, title: string, about: string, viewers: number, step: number }} World */
/**
 * @typedef {{ kind: "check" }
 *   | { kind: "levels", number: number | null, texts: boolean, pictures?: boolean }
 *   | { kind: "play", moves: string[], role: string | null }
 *   | { kind: "picture", moves: string[], role: string | null, answer: string | null, every_hop: boolean }
 *   | { kind: "state", number: number | null, moves: string[], par?: string }
 *   | { kind: "arrange", order: number[] }
 *   | { kind: "new", board?: string, difficulty?: number, seed: number }
 *   | { kind: "recognise" }
 *   | { kind: "ask", question: string, asked: Record<string, unknown>, picture?: boolean }} Operation what the engines do with a level
 */
/** @typedef {{ family: string, level: string, operation: Operation, limits: { nodes: number | null, bytes: number, millis: number } }} Task */
/** @typedef {{ done: { result: unknown, conclusive: boolean } } | { failed: { reason: string, message: string, problems?: LevelProblem[] } }} Outcome */

export {};
