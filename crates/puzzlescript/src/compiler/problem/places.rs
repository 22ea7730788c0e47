//! Where in its line a problem is: the column and the length of what it is about.
//!
//! The lexer and the parser of rules know the column of the word that they refuse. Later passes know names alone, so
//! that the word is looked for in the line when the list of problems is complete: it is short, and nothing has to be
//! carried through the passes for problems that hardly any text has.

use super::{Code, Problem};
use crate::compiler::characters::{is_in_name, is_space};

/// What marks the place of a problem in its line.
#[derive(Clone, Copy)]
enum Mark {
    /// The word that stands at this place of the line, from 0.
    Word(usize),
    /// The first such word.
    Text(&'static str),
    /// The first word that is this value.
    Value(&'static str),
    /// The last word that is this value.
    LastValue(&'static str),
    /// The second word that is this value.
    SecondValue(&'static str),
    /// The first word that is this value, behind `no` if there is such a place.
    Excluded(&'static str),
    /// The first word that is this value behind the arrow.
    RightValue(&'static str),
    /// The first such word behind the arrow.
    RightText(&'static str),
    /// This one of the words `...`, from 0.
    Ellipsis(usize),
}

/// What marks the place of a problem for which no pass gives a column; `None` where no part of the line does.
fn mark(code: Code) -> Option<Mark> {
    use Code::*;
    Some(match code {
        LegendNameAlone
        | DuplicateLegendName
        | LegendNameIsKeyword
        | TooManyColours
        | ObjectWithoutColour
        | SpriteNotFiveByFive
        | BackgroundInSeveralLayers
        | BackgroundIsAggregate
        | ObjectWithoutLayer
        | MessageTooLong => Mark::Word(0),
        EmptyRule
        | MissingArrow
        | TooManyRigidGroups
        | UnfinishedWinCondition
        | LoopInsideGroup
        | EndloopOutsideLoop
        | NestedLoop
        | UnclosedLoop
        | IncompleteSound
        | TooManyRules
        | TooManyItems => Mark::Word(0),
        InvalidScreenNumber
        | ScreenNumberWithoutDigit
        | ScreenNumberNotPositive
        | MissingScreenNumbers
        | InvalidScreenSize
        | ScreenSizeNotPositive
        | InvalidTextColour
        | InvalidBackgroundColour
        | TitleTooLong
        | AuthorTooLong => Mark::Word(1),
        UnfinishedLegendEntry => Mark::LastValue("LAST"),
        MissingLegendOperator => Mark::Word(3),
        RecursiveLegendEntry => Mark::SecondValue("NAME"),
        DuplicateLegendMember => Mark::LastValue("NAME"),
        PropertyInAggregate => Mark::Text("and"),
        AggregateInProperty => Mark::Value("OTHER"),
        UndeclaredLegendName | NameWithoutLayer | AggregateSharesLayer | NoSingleLayer => Mark::Value("NAME"),
        UnreadableColour => Mark::Value("color"),
        UndeclaredObject | UndeclaredWinName | SoundOfAggregate | UndeclaredSoundObject => Mark::Value("name"),
        DuplicateSoundEvent => Mark::Value("EVENT"),
        SoundEndsWithoutSeed | InvalidSoundDirection | UnknownSoundDirection => Mark::LastValue("word"),
        CommentHidesRule => Mark::Text("("),
        LateRigidRule => Mark::Text("rigid"),
        UnequalRowCount | EmptyLeftSide => Mark::Text("->"),
        RandomOnLeft => Mark::Text("random"),
        ContradictoryNo | RandomSingleObject | RandomMayShareLayer | RandomWithoutMembers | CellSharesLayer => {
            Mark::RightValue("NAME")
        }
        SuperfluousNo | NoBeforeAggregate => Mark::Excluded("NAME"),
        ImpossibleLeftSide => Mark::Excluded("LIST"),
        AmbiguousProperty => Mark::RightValue("PROPERTY"),
        AmbiguousMovement => Mark::RightValue("movement"),
        CrowdedEllipsis | EllipsisAtRowEdge | EllipsisOnLeftAlone => Mark::Ellipsis(0),
        EllipsisOnRightAlone => Mark::RightText("..."),
        TooManyEllipses => Mark::Ellipsis(2),
        RepeatedEllipsis => Mark::Ellipsis(1),
        RuleNeverApplies => Mark::Value("A"),
        _ => return None,
    })
}

/// What marks the place where a name of the problem stands in the line only through the legend.
fn substitute(code: Code) -> Mark {
    use Code::*;
    match code {
        ImpossibleLeftSide => Mark::Text("no"),
        RandomSingleObject | RandomMayShareLayer | RandomWithoutMembers => Mark::RightText("random"),
        ContradictoryNo | SuperfluousNo | AmbiguousProperty | AmbiguousMovement | NoBeforeAggregate | NoSingleLayer
        | CellSharesLayer | RuleNeverApplies => Mark::Text("["),
        _ => Mark::Word(0),
    }
}

/// Gives every problem of a line its column and length, as far as the line shows them.
pub(crate) fn complete(problems: &mut [Problem], source: &str) {
    if problems.is_empty() {
        return;
    }
    let lines: Vec<&str> = source.split('\n').collect();
    for problem in problems {
        let line = problem.line.and_then(|line| lines.get((line as usize).checked_sub(1)?));
        let Some(line) = line.map(|line| Line::new(line)) else { continue };
        if let Some(column) = problem.column {
            let begin = line.original_column(column as usize - 1);
            problem.column = Some(begin as u32 + 1);
            problem.length = line.length_at(begin, problem);
        } else if matches!(problem.code, Code::UndeclaredLevelCharacter | Code::PropertyInLevel) {
            problem.column = line.column_of_key(problem);
            problem.length = problem.column.map(|_| 1);
        } else if let Some(word) = line.place(problem) {
            problem.column = Some(word.column as u32 + 1);
            problem.length = Some(word.length as u32);
        }
    }
}

/// A line as spelt by the author, and its words in lower case.
struct Line<'t> {
    text: &'t str,
    words: Vec<Word>,
}

/// A word of a line.
struct Word {
    /// In lower case.
    text: String,
    /// The characters of the line before it.
    column: usize,
    /// Its characters.
    length: usize,
}

impl<'t> Line<'t> {
    fn new(text: &'t str) -> Self {
        Self { text, words: words(text) }
    }

    /// The column of the author's line, from 0, for one of the line in lower case, which can be longer.
    fn original_column(&self, column: usize) -> usize {
        let mut lower = 0;
        let ends = self.text.chars().map(|character| {
            lower += character.to_lowercase().count();
            lower
        });
        ends.take_while(|end| *end <= column).count()
    }

    /// The length of what stands at a column: a value of the problem, or a word, or one character.
    fn length_at(&self, column: usize, problem: &Problem) -> Option<u32> {
        let rest: String = self.text.chars().skip(column).collect();
        let lower = rest.to_lowercase();
        let values = problem.values.iter().map(|(_, value)| value.trim_end().to_lowercase());
        let value = values.filter(|value| !value.is_empty() && lower.starts_with(value.as_str()));
        let word = rest.chars().take_while(|character| is_in_name(*character)).count();
        let length = value.map(|value| value.chars().count()).max().unwrap_or(word).max(1);
        (!rest.is_empty()).then(|| length.min(rest.chars().count()) as u32)
    }

    /// The column, from 1, of the first character that is the key of a level's problem.
    fn column_of_key(&self, problem: &Problem) -> Option<u32> {
        let key = value(problem, "char")?;
        let at = self.text.chars().position(|character| character.to_lowercase().eq(key.chars()))?;
        Some(at as u32 + 1)
    }

    /// The word that a problem is about.
    fn place(&self, problem: &Problem) -> Option<&Word> {
        let mark = mark(problem.code)?;
        self.find(mark, problem).or_else(|| self.find(substitute(problem.code), problem))
    }

    /// The word that a mark means.
    fn find(&self, mark: Mark, problem: &Problem) -> Option<&Word> {
        let value = |name| value(problem, name);
        let is = |text: String| move |word: &&Word| word.text == text;
        let arrow = self.words.iter().position(|word| word.text == "->").unwrap_or_default();
        let right = &self.words[arrow..];
        match mark {
            Mark::Word(at) => self.words.get(at),
            Mark::Text(text) => self.words.iter().find(|word| word.text == text),
            Mark::Value(name) => self.words.iter().find(is(value(name)?)),
            Mark::LastValue(name) => self.words.iter().rev().find(is(value(name)?)),
            Mark::SecondValue(name) => self.words.iter().filter(is(value(name)?)).nth(1),
            Mark::RightValue(name) => right.iter().find(is(value(name)?)),
            Mark::RightText(text) => right.iter().find(|word| word.text == text),
            Mark::Ellipsis(at) => self.words.iter().filter(|word| word.text == "...").nth(at),
            Mark::Excluded(name) => self.excluded(&value(name)?),
        }
    }

    /// The first such word behind `no`, or else the first such word.
    fn excluded(&self, name: &str) -> Option<&Word> {
        let behind_no = self.words.windows(2).find(|pair| pair[0].text == "no" && pair[1].text == name);
        behind_no.map(|pair| &pair[1]).or_else(|| self.words.iter().find(|word| word.text == name))
    }
}

/// A value of a problem as the text has it: of a list the first word, of a movement the word that stands in the text.
fn value(problem: &Problem, name: &str) -> Option<String> {
    let (_, value) = problem.values.iter().find(|(known, _)| *known == name)?;
    let word = value.to_lowercase();
    let word = word.split(is_space).next().unwrap_or_default();
    Some(match word.rsplit_once('_') {
        Some((_, "par")) if name == "movement" => "parallel".to_owned(),
        Some((_, "perp")) if name == "movement" => "perpendicular".to_owned(),
        _ => word.to_owned(),
    })
}

/// Splits a line at whitespace and around brackets, commas, arrows and equals signs.
fn words(text: &str) -> Vec<Word> {
    let characters: Vec<char> = text.chars().collect();
    let (mut words, mut at) = (Vec::new(), 0);
    while at < characters.len() {
        let length = length_of_word(&characters[at..]);
        if length > 0 {
            let text: String = characters[at..at + length].iter().collect();
            words.push(Word { text: text.to_lowercase(), column: at, length });
        }
        at += length.max(1);
    }
    words
}

/// The characters of the word that begins here; 0 before whitespace.
fn length_of_word(rest: &[char]) -> usize {
    let is_mark = |character: char| "[]|(),=".contains(character);
    let is_end = |at: usize| is_space(rest[at]) || is_mark(rest[at]) || rest[at..].starts_with(&['-', '>']);
    if rest.starts_with(&['-', '>']) {
        2
    } else if is_mark(rest[0]) {
        1
    } else {
        (0..rest.len()).find(|&at| is_end(at)).unwrap_or(rest.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(problem: Problem, text: &str) -> (Option<u32>, Option<u32>) {
        let mut problems = [problem];
        complete(&mut problems, text);
        (problems[0].column, problems[0].length)
    }

    #[test]
    fn words_are_found_where_they_are_meant() {
        let rule = "[ no Crate | Player ] -> [ Crate | Player ]";
        let at = |code| Problem::at(code, 1).upper("NAME", "crate");
        assert_eq!(place(at(Code::SuperfluousNo), rule), (Some(6), Some(5)));
        assert_eq!(place(at(Code::CellSharesLayer), rule), (Some(28), Some(5)));
        let legend = "É = É or Wall";
        assert_eq!(place(Problem::at(Code::RecursiveLegendEntry, 1).upper("NAME", "é"), legend), (Some(5), Some(1)));
        let movement = Problem::at(Code::AmbiguousMovement, 1).value("movement", "horizontal_par");
        assert_eq!(place(movement, "[ a ] -> [ Parallel a ]"), (Some(12), Some(8)));
        assert_eq!(place(Problem::at(Code::PropertyInLevel, 1).value("char", "x"), "..X."), (Some(3), Some(1)));
    }

    #[test]
    fn columns_count_the_characters_of_the_author() {
        // In lower case the first letter is two characters long.
        let problem = Problem::at(Code::UndeclaredRuleWord, 1).column(4).value("word", "wal");
        assert_eq!(place(problem, "\u{130} Wal"), (Some(3), Some(3)));
        assert_eq!(place(Problem::at(Code::UnopenedComment, 1).column(2), " )"), (Some(2), Some(1)));
    }

    #[test]
    fn what_no_part_of_a_line_shows_has_no_column() {
        assert_eq!(place(Problem::at(Code::UnequalCellCount, 1), "[ a ] -> [ ]"), (None, None));
        assert_eq!(place(Problem::at(Code::UnknownPalette, 0), "title"), (None, None));
        assert_eq!(place(Problem::at(Code::ObjectWithoutColour, 9), "title"), (None, None));
    }
}
