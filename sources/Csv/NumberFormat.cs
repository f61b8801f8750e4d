namespace DbIngest.Sources.Csv;

/// <summary>How numbers may be written in a sample.</summary>
/// <param name="decimalMark">The byte before a fraction.</param>
/// <param name="commaPossible">Whether a comma could be that as well.</param>
/// <param name="separator">The byte between groups of three digits; 0 for none.</param>
internal readonly struct NumberFormat(byte decimalMark, bool commaPossible, byte separator = 0)
{
    /// <summary>Parses a field.</summary>
    /// <param name="field">The field.</param>
    /// <param name="value">The number.</param>
    /// <param name="comma">Whether it is one only with a decimal comma.</param>
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
        GroupedNumber.TryParse(field, separator, decimalMark, out value) || (commaPossible && GroupedNumber.TryParse(field, separator, (byte)',', out value));
}
