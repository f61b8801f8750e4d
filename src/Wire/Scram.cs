using System.Globalization;
using System.Security.Cryptography;
using System.Text;

namespace DbIngest.Wire;

/// <summary>
/// Computes the client's messages of a SCRAM login with SHA-1 (RFC 5802), SHA-256 (RFC 7677) or SHA-512, with or without
/// channel binding. The logins of PostgreSQL (<c>PgHandshake</c>), MongoDB (<c>MongoLogin</c>) and Couchbase (<c>KvLogin</c>)
/// send them. This class does no input or output. One object must serve one login only, which must end with
/// <see cref="Verify"/>.
/// </summary>
public sealed class Scram
{
    /// <summary>
    /// Upper bound on the iterations that a server may ask for, about a second of hashing. Servers usually ask for 4,096 to
    /// 15,000.
    /// </summary>
    public const int MaxIterations = 2_000_000;

    private readonly HashAlgorithmName _hash;
    private readonly string _password;
    private readonly string _nonce;
    private readonly string _binding;
    private readonly string _firstBare;
    private byte[] _serverSignature = [];

    /// <summary>Starts an exchange.</summary>
    /// <param name="hash">SHA-1, SHA-256 or SHA-512.</param>
    /// <param name="user">The user name inside the exchange. Empty if the protocol has sent the name before.</param>
    /// <param name="password">The password in clear. It never leaves this object.</param>
    /// <param name="gs2Header">Channel binding (RFC 5802, 7): <c>n,,</c>, <c>y,,</c> or <c>p=tls-server-end-point,,</c>.</param>
    /// <param name="endPoint">Hash of the server's certificate for <c>p=tls-server-end-point,,</c>; otherwise null.</param>
    /// <param name="nonce">A value that no other exchange uses; null for a random one.</param>
    /// <param name="preparesUser">False for a server that knows user names by their exact letters, as MongoDB does.</param>
    /// <exception cref="ArgumentException">SCRAM is not defined with that hash.</exception>
    /// <exception cref="IcuMissingException">User or password must be normalized, and this process cannot.</exception>
    public Scram(HashAlgorithmName hash, string user, string password, string gs2Header = "n,,", byte[]? endPoint = null,
        string? nonce = null, bool preparesUser = true)
    {
        if (hash != HashAlgorithmName.SHA1 && hash != HashAlgorithmName.SHA256 && hash != HashAlgorithmName.SHA512)
        {
            throw new ArgumentException($"SCRAM with {hash.Name} is not implemented: use SHA1, SHA256 or SHA512.", nameof(hash));
        }

        _hash = hash;
        _password = SaslPrep.Prepare(password);
        _nonce = nonce ?? Convert.ToBase64String(RandomNumberGenerator.GetBytes(18));
        _binding = Convert.ToBase64String([.. Encoding.ASCII.GetBytes(gs2Header), .. endPoint ?? []]);
        string name = (preparesUser ? SaslPrep.Prepare(user) : user).Replace("=", "=3D", StringComparison.Ordinal)
            .Replace(",", "=2C", StringComparison.Ordinal);
        _firstBare = $"n={name},r={_nonce}";
        First = gs2Header + _firstBare;
    }

    /// <summary>The client's first message.</summary>
    public string First { get; }

    /// <summary>Answers the server's first message.</summary>
    /// <param name="serverFirst">Nonce, salt and iterations.</param>
    /// <returns>The client's final message, which proves knowledge of the password.</returns>
    /// <exception cref="WireProtocolException">The message is malformed or does not repeat the client's nonce.</exception>
    public string Final(string serverFirst)
    {
        string[] parts = serverFirst.Split(',');
        if (parts.Length < 3 || !parts[0].StartsWith("r=" + _nonce, StringComparison.Ordinal) || parts[0]
            .Length == _nonce.Length + 2
            || !parts[1].StartsWith("s=", StringComparison.Ordinal) || !parts[2].StartsWith("i=", StringComparison.Ordinal)
            || !int.TryParse(parts[2].AsSpan(2), NumberStyles.None, CultureInfo.InvariantCulture, out int iterations)
                || iterations == 0)
        {
            throw new WireProtocolException(
                "The server's first message of SCRAM is malformed, or does not repeat the client's nonce.");
        }

        if (iterations > MaxIterations)
        {
            throw new WireProtocolException(
                $"The server asks for {iterations} iterations of SCRAM; at most {MaxIterations} are accepted.");
        }

        int bytes = CryptographicOperations.HashData(_hash, []).Length;
        byte[] salted = Rfc2898DeriveBytes.Pbkdf2(_password, Decode(parts[1][2..]), iterations, _hash, bytes);
        string withoutProof = $"c={_binding},{parts[0]}";
        byte[] exchange = Encoding.UTF8.GetBytes($"{_firstBare},{serverFirst},{withoutProof}");
        byte[] proof = Keyed(salted, "Client Key"u8);
        byte[] signature = Keyed(CryptographicOperations.HashData(_hash, proof), exchange);
        for (int i = 0; i < proof.Length; i++)
        {
            proof[i] ^= signature[i];
        }

        _serverSignature = Keyed(Keyed(salted, "Server Key"u8), exchange);
        CryptographicOperations.ZeroMemory(salted);
        return $"{withoutProof},p={Convert.ToBase64String(proof)}";
    }

    /// <summary>Checks the server's final message, by which the server proves that it knows the password too.</summary>
    /// <exception cref="WireProtocolException">The proof is wrong: the server may be an impostor.</exception>
    public void Verify(string serverFinal)
    {
        string signature = serverFinal.Split(',')[0];
        if (_serverSignature.Length == 0 || !signature.StartsWith("v=", StringComparison.Ordinal)
            || !CryptographicOperations.FixedTimeEquals(Decode(signature[2..]), _serverSignature))
        {
            throw new WireProtocolException(
                "The server does not prove by SCRAM that it knows the password: it may not be the one it claims to be.");
        }
    }

    private byte[] Keyed(byte[] key, ReadOnlySpan<byte> text) => CryptographicOperations.HmacData(_hash, key, text);

    private static byte[] Decode(string base64)
    {
        byte[] bytes = new byte[base64.Length];
        return Convert.TryFromBase64String(base64, bytes, out int length)
            ? bytes[..length]
            : throw new WireProtocolException("The server's SCRAM message has a field that is not Base64.");
    }
}
