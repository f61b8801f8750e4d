using System.Text.Json;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Core.Plan;

/// <summary>
/// One axis of a sweep: everything that the product has to know of it. An entry in <see cref="SweepAxes"/> is all that a new one
/// takes; options, keys, columns, tables, plots, differences and grouping derive from it.
/// </summary>
public abstract class Axis
{
    private protected Axis()
    {
    }

    /// <summary>The name in tables, <c>in flight</c> for instance.</summary>
    public required string Name { get; init; }

    /// <summary>The name in result files, as a JSON member and a CSV column: snake_case.</summary>
    public required string Field { get; init; }

    /// <summary>The name within a point's key.</summary>
    public string Key { get => field ?? Field; init; }

    /// <summary>The option's name, without its dashes.</summary>
    public required string Option { get; init; }

    /// <summary>What the option's value is called in the help.</summary>
    public string MetaValue { get; init; } = "LIST";

    /// <summary>What stands between the values of a list.</summary>
    public char Separator { get; init; } = ',';

    /// <summary>What it is, in one or a few sentences of the help.</summary>
    public required string Summary { get; init; }

    /// <summary>What one value is and how it is written, for the complaint on a text that is none.</summary>
    public string Wanted { get => field ?? $"a value of {Name}"; init; }

    /// <summary>The option's value when it is not given; null where the axis is then absent, or something else decides.</summary>
    public string? Default { get; init; }

    /// <summary>What the help says of the default; by itself the default.</summary>
    public string? DefaultMeaning { get => field ?? Default; init; }

    /// <summary>The largest value, in words of the help; null where there is none.</summary>
    public virtual string? Maximum => null;

    /// <summary>
    /// Its place in the nesting of the sweep's points, in their order as given: the axis with the largest changes fastest.
    /// </summary>
    public required int Nesting { get; init; }

    /// <summary>Whether a point may be without it.</summary>
    public bool IsOptional { get; init; }

    /// <summary>The title as the axis of a plot, with its unit; null where it is not plotted over.</summary>
    public string? PlotTitle { get; init; }

    /// <summary>The title as the axis of a plot where a point has some value on it; null where it is not plotted over.</summary>
    /// <param name="values">A point's values.</param>
    public virtual string? PlotTitleOf(AxisValues values) => PlotTitle;

    /// <summary>Whether a user may choose a value that can be read.</summary>
    /// <param name="text">The value's text.</param>
    public virtual bool MayBeChosen(string text) => true;

    /// <summary>What a point's value must share with another's for a line to join them; empty where all may be joined.</summary>
    /// <param name="values">A point's values.</param>
    public virtual string KindOf(AxisValues values) => string.Empty;

    /// <summary>The number that stands for its absence in a plot; no number where its absence has no place there.</summary>
    public double NumberWhenAbsent { get; init; }

    /// <summary>Its absence in a few words, beside points that have a value.</summary>
    public string PhraseWhenAbsent { get => field ?? $"no {Name}"; init; }

    /// <summary>
    /// Whether it decides how a target is opened. Points that differ in such an axis have a target each, are written to
    /// different things, and are what an analysis compares.
    /// </summary>
    public abstract bool OpensTarget { get; }

    /// <summary>Whether the analysis across points holds it fixed: one analysis for each of its values. Else it compares over it.</summary>
    public bool Groups => !OpensTarget && !IsSize;

    /// <summary>Whether it is N, over which databases are compared. One axis is.</summary>
    public bool IsSize { get; init; }

    /// <summary>Whether the client's ceiling depends on it.</summary>
    public bool DecidesCeiling { get; init; }

    /// <summary>True if points with a value on it run other code of the client, so that processes warm up for them apart.</summary>
    public bool RunsOtherCode { get; init; }

    /// <summary>The command-line option that the values come from.</summary>
    public AxisOption OptionKind { get; init; }

    /// <summary>True if each database of a sweep has its own values, chosen by name or by its endpoint.</summary>
    public bool IsPerDatabase { get; init; }

    /// <summary>Whether it is a number, written as such in JSON and aligned as such in tables.</summary>
    public abstract bool IsNumber { get; }

    /// <summary>Its place in <see cref="SweepAxes.All"/>.</summary>
    internal int Index { get; set; }

    /// <summary>Its value as written in keys and files, by which two values are told apart; null where it is absent.</summary>
    /// <param name="values">A point's values.</param>
    public abstract string? Text(AxisValues values);

    /// <summary>Its value as shown to people: large numbers grouped; null where it is absent.</summary>
    /// <param name="values">A point's values.</param>
    public abstract string? Shown(AxisValues values);

    /// <summary>Its value in a few words that also name it, <c>4 nodes</c>; null where it is absent.</summary>
    /// <param name="values">A point's values.</param>
    public abstract string? Phrase(AxisValues values);

    /// <summary>Its value on the axis of a plot.</summary>
    /// <param name="values">A point's values.</param>
    public abstract double Number(AxisValues values);

    /// <summary>Reads one value, as <see cref="Text"/> writes it.</summary>
    /// <param name="text">The text.</param>
    /// <param name="value">The value, boxed.</param>
    /// <returns>Whether it is one.</returns>
    public abstract bool TryRead(string text, out object? value);

    /// <summary>The options of a target with this axis of a point in them.</summary>
    /// <param name="options">The options.</param>
    /// <param name="values">A point's values.</param>
    /// <returns>The options; the same where the axis is absent or opens no target.</returns>
    public abstract TargetOptions Apply(TargetOptions options, AxisValues values);

    /// <summary>Writes a value as JSON.</summary>
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
