using System.Text.Json;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Core.Plan;

/// <summary>
/// Declares one axis of a sweep: everything that the product knows about it. <see cref="SweepAxes"/> registers each axis, which
/// it or a helper such as <see cref="StreamAxes"/> declares. Options, keys, columns, tables, plots, differences on resume and
/// grouping derive from an axis, so that nothing pools points that differ in one. Immutable. No code may tell axes apart by their
/// names.
/// </summary>
public abstract class Axis
{
    private protected Axis()
    {
    }

    /// <summary>The name in tables, for example <c>in flight</c>.</summary>
    public required string Name { get; init; }

    /// <summary>The name in result files, as JSON member and CSV column, in snake_case.</summary>
    public required string Field { get; init; }

    /// <summary>The name in the key of a point.</summary>
    public string Key { get => field ?? Field; init; }

    /// <summary>The name of the option without dashes before it. By default that of result files, with dashes in it.</summary>
    public string Option { get => field ?? Field.Replace('_', '-'); init; }

    /// <summary>The placeholder for the option's value in the help.</summary>
    public string MetaValue { get; init; } = "LIST";

    /// <summary>Separates the values of a list.</summary>
    public char Separator { get; init; } = ',';

    /// <summary>Splits a list where the separator alone does not decide. Null to split at each separator.</summary>
    public Func<string, IEnumerable<string>>? Splits { get; init; }

    /// <summary>Splits the text of the option into the texts of its values.</summary>
    public IEnumerable<string> Items(string text) => Splits?.Invoke(text) ?? text.Split(Separator);

    /// <summary>One or a few sentences for the help.</summary>
    public required string Summary { get; init; }

    /// <summary>Names a valid value and its notation. Completes the message about an invalid value.</summary>
    public string Wanted { get => field ?? $"a value of {Name}"; init; }

    /// <summary>The value without the option. Null if points then lack the axis or something else decides.</summary>
    public string? Default { get; init; }

    /// <summary>The default in words of the help.</summary>
    public string? DefaultMeaning { get => field ?? Default; init; }

    /// <summary>The largest value in words of the help. Null if there is none.</summary>
    public virtual string? Maximum => null;

    /// <summary>Loop depth in the order of points: the axis with the highest number is the innermost loop.</summary>
    public required int Nesting { get; init; }

    /// <summary>True if a point may lack the axis.</summary>
    public bool IsOptional { get; init; }

    /// <summary>Title of a plot's axis, with its unit. Null if no plot has this axis.</summary>
    public string? PlotTitle { get; init; }

    /// <summary>Title of a plot's axis that shows a point's value. Null if no plot has this axis.</summary>
    /// <param name="values">The values of a point.</param>
    public virtual string? PlotTitleOf(AxisValues values) => PlotTitle;

    /// <summary>True if a user may choose a valid value. Stored results may contain others.</summary>
    /// <param name="text">The text of the value.</param>
    public virtual bool MayBeChosen(string text) => true;

    /// <summary>Groups values that a plot may join by a line. Empty if it may join all.</summary>
    /// <param name="values">The values of a point.</param>
    public virtual string KindOf(AxisValues values) => string.Empty;

    /// <summary>The x value for points without this axis. NaN leaves them out.</summary>
    public double NumberWhenAbsent { get; init; }

    /// <summary>Names points without this axis beside points that have it.</summary>
    public string PhraseWhenAbsent { get => field ?? $"no {Name}"; init; }

    /// <summary>
    /// The text of the value with which a trial does the same as without the axis, for example <c>none</c>. Null if each value
    /// changes something, as <c>--via none</c>, which gives the table a key.
    /// </summary>
    public string? TextAsAbsent { get; init; }

    /// <summary>
    /// True if the value changes what a trial does. False without a value, and for <see cref="TextAsAbsent"/>. The lists of how a
    /// sweep or a point departs from a study's protocol ask it.
    /// </summary>
    /// <param name="values">The values of a point.</param>
    public bool Changes(AxisValues values) => Text(values) is { } text && text != TextAsAbsent;

    /// <summary>
    /// True if the value decides how a target is opened. Points that differ in it are written to different targets, and the
    /// analysis compares them.
    /// </summary>
    public abstract bool OpensTarget { get; }

    /// <summary>True if the analysis holds the axis fixed and runs once per value. False if it compares over it.</summary>
    public bool Groups => !OpensTarget && !IsSize;

    /// <summary>True for the number of records (N), over which databases are compared. Exactly one axis has it.</summary>
    public bool IsSize { get; init; }

    /// <summary>True if the client's ceiling depends on the value, so that each value has a ceiling.</summary>
    public bool DecidesCeiling { get; init; }

    /// <summary>
    /// True if the value affects only the trial after the load of a mix or prefill, so that points which differ in it have the
    /// same load.
    /// </summary>
    public bool FollowsLoad { get; init; }

    /// <summary>
    /// True if points with a value on it other than <c>none</c> run other code of the client, so that processes warm up for them
    /// apart.
    /// </summary>
    public bool RunsOtherCode { get; init; }

    /// <summary>The command-line option that the values come from.</summary>
    public AxisOption OptionKind { get; init; }

    /// <summary>True if each database of a sweep has its own values, chosen by name or by its endpoint.</summary>
    public bool IsPerDatabase { get; init; }

    /// <summary>True if <c>--ab</c> compares its values within a database, so that one database must have both.</summary>
    public bool IsComparedWithin { get; init; }

    /// <summary>True if a search (<c>--find</c>) chooses its values, so that the user gives none.</summary>
    public bool IsSearched { get; init; }

    /// <summary>True for numbers, which JSON stores as numbers and tables align right.</summary>
    public abstract bool IsNumber { get; }

    /// <summary>Index in <see cref="SweepAxes.All"/>.</summary>
    internal int Index { get; set; }

    /// <summary>
    /// The value as in keys and files. Different values have different texts. Null if the point lacks the axis.
    /// </summary>
    /// <param name="values">The values of a point.</param>
    public abstract string? Text(AxisValues values);

    /// <summary>The value for people, with large numbers grouped. Null if the point lacks the axis.</summary>
    /// <param name="values">The values of a point.</param>
    public abstract string? Shown(AxisValues values);

    /// <summary>The value with its name, for example <c>4 nodes</c>. Null if the point lacks the axis.</summary>
    /// <param name="values">The values of a point.</param>
    public abstract string? Phrase(AxisValues values);

    /// <summary>The value as a number for plots.</summary>
    /// <param name="values">The values of a point.</param>
    public abstract double Number(AxisValues values);

    /// <summary>Parses what <see cref="Text"/> writes.</summary>
    /// <param name="text">The text.</param>
    /// <param name="value">The value, boxed.</param>
    /// <returns>True if the text is valid.</returns>
    public abstract bool TryRead(string text, out object? value);

    /// <summary>Puts the value into the options with which a target is opened.</summary>
    /// <param name="options">The options.</param>
    /// <param name="values">The values of a point.</param>
    /// <returns>The options, unchanged if the axis opens no target or the point lacks it.</returns>
    public abstract TargetOptions Apply(TargetOptions options, AxisValues values);

    /// <summary>Writes the value as JSON. Null if the point lacks the axis.</summary>
    internal void Write(Utf8JsonWriter writer, AxisValues values)
    {
        switch (Text(values))
        {
            case null:
                writer.WriteNullValue();
                break;
            case var number when IsNumber:
                writer.WriteRawValue(number);
                break;
            case var text:
                writer.WriteStringValue(text);
                break;
        }
    }

    /// <inheritdoc/>
    public override string ToString() => Name;
}
