using System.Globalization;

namespace DbIngest.Wire.Volt;

/// <summary>
/// A procedure failed, or the server rejected the login. <see cref="VoltConnection"/> throws it for one call, and
/// <c>VoltWriter</c> creates it for a batch with failed calls. <c>VoltErrors</c> tells by <see cref="Status"/> whether a
/// failure is transient. The connection stays usable after a failed procedure.
/// </summary>
/// <param name="status">A status of <see cref="VoltStatus"/>; negative.</param>
/// <param name="words">The server's message.</param>
public sealed class VoltServerException(int status, string words) : WireException(
    status == VoltStatus.LoginRefused ? words
        : string.Create(CultureInfo.InvariantCulture, $"{words.Trim()} (status {status})"), innerException: null)
{
    /// <summary>A status of <see cref="VoltStatus"/>; negative.</summary>
    public int Status => status;
}
