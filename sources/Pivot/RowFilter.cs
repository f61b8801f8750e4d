using System.Text;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Pivot;

/// <summary>
/// A condition of the input option <c>where=</c> on the text of one column. <c>CsvOptions</c>, <c>DeviceOptions</c> and
/// <c>LineProtocolOptions</c> take it from the user's text, and the readers of these formats ask it per row. They skip rows
/// that fail any condition, and report how many. Immutable.
/// </summary>
/// <param name="Equal">True when the text must be one of the values, false when it must be none of them.</param>
/// <param name="FieldEncoding">The encoding of the fields; null for UTF-8.</param>
internal sealed record RowFilter(string Column, bool Equal, IReadOnlyList<string> Values, Encoding? FieldEncoding = null)
{
    private readonly byte[][] _texts = EncodedText.Of(Values, FieldEncoding ?? Encoding.UTF8);

    /// <summary>Takes the option <c>where</c>: <c>sensor=U1|U2+state!=off</c>.</summary>
    /// <exception cref="ArgumentException">A condition has no column or no sign.</exception>
    public static IReadOnlyList<RowFilter> Take(InputOptions options) => options.TakeEscaped("where") is { } conditions
        ? [.. InputOptions.Split(conditions, '+').Select(Of)] : [];

    /// <summary>Returns the condition on fields in another encoding.</summary>
    public RowFilter In(Encoding encoding) => new(Column, Equal, Values, encoding);

    /// <summary>True when a field meets the condition.</summary>
    public bool Meets(ReadOnlySpan<byte> field)
    {
        foreach (byte[] text in _texts)
        {
            if (field.SequenceEqual(text))
            {
                return Equal;
            }
        }

        return !Equal;
    }

    /// <param name="condition">The condition with its backslashes, so that <c>\|</c> is part of a text.</param>
    private static RowFilter Of(string condition)
    {
        int sign = condition.IndexOf('=', StringComparison.Ordinal);
        bool equal = sign > 0 && condition[sign - 1] != '!';
        string column = sign > 0 ? condition[..(equal ? sign : sign - 1)].Trim() : "";
        return column.Length > 0
            ? new(InputOptions.Unescape(column), equal,
                [.. InputOptions.Split(condition[(sign + 1)..], '|').Select(InputOptions.Unescape)])
            : throw new ArgumentException($"Input option where: '{condition}' is neither COLUMN=TEXT|TEXT nor COLUMN!=TEXT.");
    }
}
