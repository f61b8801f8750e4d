using System.Globalization;

namespace DbIngest.Wire.Volt;

/// <summary>The server answered that a procedure failed. The connection can be used further.</summary>
public sealed class VoltServerException : WireException
{
    /// <summary>Creates the exception.</summary>
    /// <param name="status">The status (<see cref="VoltStatus"/>); negative.</param>
    /// <param name="words">The server's own words.</param>
    public VoltServerException(int status, string words)
        : base(status == VoltStatus.LoginRefused ? words : string.Create(CultureInfo.InvariantCulture, $"{words.Trim()} (status {status})"), innerException: null) => Status = status;

    /// <summary>The status; negative.</summary>
    public int Status { get; }
}
