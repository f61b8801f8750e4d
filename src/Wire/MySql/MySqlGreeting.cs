namespace DbIngest.Wire.MySql;

/// <summary>What the server says first (<c>Protocol::HandshakeV10</c>).</summary>
/// <param name="Version">Its version, without the <c>5.5.5-</c> that MariaDB puts before its own.</param>
/// <param name="ConnectionId">The number of the connection.</param>
/// <param name="Nonce">20 bytes that the proof of the password is made with.</param>
/// <param name="Capabilities">What it can.</param>
/// <param name="Extended">What MariaDB can beyond that; 0 of MySQL.</param>
/// <param name="Plugin">How it would like the user to log in.</param>
internal sealed record MySqlGreeting(string Version, uint ConnectionId, byte[] Nonce, uint Capabilities, uint Extended, string Plugin)
{
    private const int NonceStart = 8;
    private const string ForOldReplicas = "5.5.5-";

    public bool IsMariaDb => Version.Contains("MariaDB", StringComparison.OrdinalIgnoreCase);

    public bool Can(uint capability) => (Capabilities & capability) != 0;

    public static MySqlGreeting Read(ReadOnlySpan<byte> packet)
    {
        var reader = new WireReader(packet);
        byte protocol = reader.Byte();
        if (protocol != 10)
        {
            throw new WireProtocolException($"The server greets with protocol {protocol}; MySQL's and MariaDB's is 10. Is it another kind of server?");
        }

        string version = System.Text.Encoding.UTF8.GetString(reader.Until(0));
        uint id = (uint)reader.Int32Little();
        byte[] first = reader.Take(NonceStart).ToArray();
        reader.Byte();
        uint capabilities = (uint)reader.UInt16Little();

        // Character set and status.
        reader.Take(3);
        capabilities |= (uint)reader.UInt16Little() << 16;
        int nonceBytes = reader.Byte();
        reader.Take(6);
        uint extended = (uint)reader.Int32Little();
        var rest = reader.Take(Math.Max(13, nonceBytes - NonceStart));
        string plugin = (capabilities & MySqlCapability.PluginLogin) != 0 && reader.Remaining > 0
            ? System.Text.Encoding.UTF8.GetString(reader.Take(reader.Remaining)).TrimEnd('\0')
            : "mysql_native_password";
        bool isExtended = (capabilities & MySqlCapability.LongPassword) == 0;
        return new(
            version.StartsWith(ForOldReplicas, StringComparison.Ordinal) ? version[ForOldReplicas.Length..] : version,
            id,
            [.. first, .. rest[..12]],
            capabilities,
            isExtended ? extended : 0,
            plugin);
    }
}
