using System.Globalization;
using DbIngest.Core.Plan;
using DbIngest.Runner.Parsing;

namespace DbIngest.Runner.Options;

/// <summary>
/// Reads the values of an axis from the text of its option: a list, or a range for whole numbers. Times become seconds.
/// <see cref="SweepRequestReader"/> uses it for options, protocols, profiles and defaults alike, <see cref="StudyProtocol"/> for
/// the number of records, and <see cref="ProtocolDepartures"/> for the values of a protocol. The bounds stand in the entry of the
/// axis in <see cref="SweepAxes"/>, not here. It reports problems to the reader and never throws.
/// </summary>
internal sealed class AxisReader(OptionReader reader)
{
    private const string None = "none";

    /// <summary>Reads a list.</summary>
    /// <param name="text">The text of the option, as the user or a default gives it.</param>
    /// <param name="axis">Decides bounds, separator and form of the values.</param>
    /// <returns>The values in the order given, each of the axis's own type. Lacks those that were refused.</returns>
    public IReadOnlyList<object> Read(Axis axis, string text)
    {
        string option = "--" + axis.Option;
        return axis switch
        {
            NumberAxis<long> whole =>
                [.. reader.Numbers(option, text, whole.Smallest, whole.Largest).Select(number => (object)number)],
            NumberAxis<int> whole =>
                [.. reader.Numbers(option, text, whole.Smallest, whole.Largest).Select(number => (object)(int)number)],
            NumberAxis<double> number => List(axis, option, text.Split(axis.Separator).Select(item =>
                (object?)reader.Decimal(option, number.IsTime ? Seconds(item.Trim())
                    : item.Trim(), number.Smallest, number.Largest))),
            Axis<SourceLayout> => reader.Layouts(option, text),
            _ => List(axis, option, axis.Items(text).Select(item => ReadOne(axis, option, item.Trim()))),
        };
    }

    /// <summary>Converts a duration with unit (60s, 5m, 1h) to seconds. Returns any other text unchanged.</summary>
    private static string Seconds(string item) =>
        WrittenTime.Seconds(item)?.ToString(CultureInfo.InvariantCulture) ?? item;

    private object? ReadOne(Axis axis, string option, string item)
    {
        if (axis.TryRead(item, out object? value) && axis.MayBeChosen(item))
        {
            return value;
        }

        reader.Refuse(option, $"'{Redaction.Redact(item)}' is not {axis.Wanted}{LeaveOut(axis, option, item)}");
        return null;
    }

    /// <summary>
    /// The remedy for a user who wrote <c>none</c> for an axis without that value: to leave the option out. Empty otherwise.
    /// </summary>
    private static string LeaveOut(Axis axis, string option, string item) =>
        item.Equals(None, StringComparison.OrdinalIgnoreCase)
            && axis.DefaultMeaning is { } meaning && meaning.StartsWith(None, StringComparison.Ordinal)
            ? $"; for {meaning}, leave {option} out, in a separate sweep" : string.Empty;

    private List<object> List(Axis axis, string option, IEnumerable<object?> items)
    {
        var values = items.OfType<object>().ToList();
        reader.RefuseIf(values.Count > NumberList.MostNumbers, option,
            FormattableString.Invariant($"the list has {values.Count:N0} values; at most {NumberList.MostNumbers:N0}"));

        if (values.GroupBy(value => axis.Text(AxisValues.None.With(axis, value)))
            .FirstOrDefault(same => same.Count() > 1) is { } twice)
        {
            reader.Refuse(option, $"{twice.Key} is given twice; give each value once");
        }

        return values;
    }
}
