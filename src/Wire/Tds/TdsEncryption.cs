namespace DbIngest.Wire.Tds;

/// <summary>When a connection is encrypted, in the words of the vendor's drivers.</summary>
public enum TdsEncryption
{
    /// <summary>The login only, by whatever certificate the server shows; all of it when the server insists, or nothing when it has no encryption.</summary>
    Optional,

    /// <summary>All of it, by TLS within TDS 7.4; the certificate is checked.</summary>
    Mandatory,

    /// <summary>All of it from the first byte: TDS 8.0 (SQL Server 2022 and later); the certificate is checked.</summary>
    Strict,
}
