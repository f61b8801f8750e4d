namespace DbIngest.Wire.Tds;

/// <summary>
/// When a connection is encrypted, in the terms of the vendor's drivers (<c>Encrypt=</c>). <c>SqlServerWireSessions</c> sets it
/// from the endpoint's <c>encrypt</c>. <see cref="TdsEncryptionHandshake"/> obeys it, and <see cref="TdsLogin"/> takes the
/// version of the protocol from it.
/// </summary>
public enum TdsEncryption
{
    /// <summary>
    /// Only the login, with any certificate; the whole session if the server insists, or nothing if the server does not support
    /// encryption.
    /// </summary>
    Optional,

    /// <summary>The whole session, by TLS inside TDS 7.4. The certificate is verified.</summary>
    Mandatory,

    /// <summary>
    /// The whole session from the first byte, by TDS 8.0 (SQL Server 2022 and later). The certificate is verified.
    /// </summary>
    Strict,
}
