namespace DbIngest.Sources.Csv;

/// <summary>
/// The possible notations of numbers while a sample is examined. The sniffers of the text formats parse sampled fields by it.
/// Readers know the notation and call <see cref="NumberParser"/> instead. Immutable.
/// </summary>
/// <param name="decimalMark">The byte before a fraction.</param>
/// <param name="commaPossible">True when a comma may be the decimal mark as well.</param>
/// <param name="separator">The byte between groups of three digits; 0 without groups.</param>
internal readonly struct NumberFormat(byte decimalMark, bool commaPossible, byte separator = 0)
{
    /// <summary>Parses a field.</summary>
    /// <param name="comma">True when the field is a number only with a decimal comma.</param>
    public bool TryParse(ReadOnlySpan<byte> field, out double value, out bool comma)
    {
        comma = false;
        if (separator != 0 && TryGrouped(field, out value))
        {
            return true;
        }

        if (NumberParser.TryParse(field, decimalMark, out value))
        {
            comma = decimalMark == ',' && field.Contains((byte)',');
            return true;
        }

        comma = commaPossible && decimalMark != ',' && NumberParser.TryParse(field, (byte)',', out value);
        return comma;
    }

    private bool TryGrouped(ReadOnlySpan<byte> field, out double value) =>
        GroupedNumber.TryParse(field, separator, decimalMark, out value)
            || (commaPossible && GroupedNumber.TryParse(field, separator, (byte)',', out value));
}
