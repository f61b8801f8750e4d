using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using DbIngest.Abstractions.Notation;

namespace DbIngest.Abstractions.Endpoints;

/// <summary>
/// One combination of values for the endpoint options that the user gave lists: <c>rows=100</c>, or <c>rows=100&amp;window=4</c>.
/// <see cref="EndpointOptions.Expand"/> makes it before anything is opened. It is a value of the axis <c>options</c>: points,
/// journal and tables carry its text, so later versions must still parse it. Immutable. Two choices with the same values in
/// another order are equal. It must contain no secret: never declare an option both as <see cref="EndpointOption.IsSecret"/> and
/// as <see cref="EndpointOption.IsAxis"/>.
/// </summary>
public sealed class EndpointChoice : IEquatable<EndpointChoice>, IWritten<EndpointChoice>
{
    private readonly KeyValuePair<string, string>[] _values;
    private readonly string _text;

    private EndpointChoice(IEnumerable<KeyValuePair<string, string>> values)
    {
        _values = [.. values.OrderBy(value => value.Key, StringComparer.Ordinal)];
        _text = EndpointOptions.Write(string.Empty, _values)[1..];
    }

    /// <inheritdoc/>
    public static string Form => "Options of an endpoint are name=value, joined by '&'.";

    /// <summary>The names of its options, for example <c>rows</c> or <c>rows and window</c>.</summary>
    public string Name => string.Join(" and ", _values.Select(value => value.Key));

    /// <summary>
    /// The value of a single numeric option, for plots. Sizes are in MiB. NaN for words, for several options, and for a size of
    /// 1,048,576 or more of its unit.
    /// </summary>
    public double Number => _values is not [{ Value: var text }] ? double.NaN
        : long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out long number) ? number
        : EndpointOption.Mebibytes(text) ?? double.NaN;

    /// <summary>Creates a choice.</summary>
    /// <param name="values">At least one option with its value, by name.</param>
    public static EndpointChoice Of(IEnumerable<KeyValuePair<string, string>> values) => new(values);

    /// <inheritdoc/>
    public static bool TryParse(string? text, [NotNullWhen(true)] out EndpointChoice? value)
    {
        var values = (text ?? string.Empty).Split('&').Select(part => part.Split('=', 2)).ToList();
        bool isOne = values.TrueForAll(pair => pair.Length == 2 && pair[0].Length > 0 && pair[1].Length > 0)
            && values.DistinctBy(pair => pair[0], StringComparer.Ordinal).Count() == values.Count;
        value = isOne ? Of(values.Select(pair => KeyValuePair.Create(pair[0], Uri.UnescapeDataString(pair[1])))) : null;
        return value is not null;
    }

    /// <summary>Replaces the lists of an endpoint by the values of this choice.</summary>
    /// <param name="endpoint">The endpoint with lists, from which <see cref="EndpointOptions.Expand"/> made this choice.</param>
    /// <returns>The endpoint with one value per option. It contains secrets if the given endpoint does.</returns>
    public string Within(string endpoint)
    {
        string[] parts = endpoint.Split('?', 2);
        string[] options = parts.Length < 2 ? [] : parts[1].Split('&', StringSplitOptions.RemoveEmptyEntries);
        return $"{parts[0]}?{string.Join('&', options.Select(Chosen))}";
    }

    /// <inheritdoc/>
    public override string ToString() => _text;

    /// <inheritdoc/>
    public bool Equals(EndpointChoice? other) => other is not null && _text == other._text;

    /// <inheritdoc/>
    public override bool Equals(object? obj) => Equals(obj as EndpointChoice);

    /// <inheritdoc/>
    public override int GetHashCode() => StringComparer.Ordinal.GetHashCode(_text);

    private string Chosen(string option)
    {
        string name = option.Split('=', 2)[0].Trim().ToLowerInvariant();
        return Array.Find(_values, value => value.Key == name) is { Key: not null } value
            ? $"{name}={EndpointOptions.Escape(value.Value)}" : option;
    }
}
