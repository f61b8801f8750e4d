using System.Numerics;
using System.Security.Cryptography;

namespace DbIngest.Wire.MySql;

/// <summary>
/// Computes Ed25519 signatures (RFC 8032) in the variant of MariaDB's <c>ed25519</c> plug-in, which hashes a password of any
/// length where the standard hashes a seed of 32 bytes. <see cref="MySqlLogin"/> signs one nonce per login, in milliseconds. .NET
/// has no Ed25519. Its run time depends on the password: never use it where an attacker can measure that.
/// </summary>
internal static class Ed25519
{
    private static readonly BigInteger P = BigInteger.Pow(2, 255) - 19;
    private static readonly BigInteger Order = BigInteger.Pow(2, 252)
        + BigInteger.Parse("27742317777372353535851937790883648493", System.Globalization.CultureInfo.InvariantCulture);
    private static readonly BigInteger D = Mod(-121665 * Inverse(121666));
    private static readonly BigInteger RootOfMinusOne = BigInteger.ModPow(2, (P - 1) / 4, P);
    private static readonly Point Base = BasePoint();

    /// <summary>Signs a message.</summary>
    /// <param name="password">The password, UTF-8.</param>
    /// <param name="message">The server's nonce.</param>
    /// <returns>The signature, 64 bytes.</returns>
    public static byte[] Sign(ReadOnlySpan<byte> password, ReadOnlySpan<byte> message)
    {
        byte[] hash = SHA512.HashData(password);
        var key = Key(hash);
        byte[] publicKey = Encode(Multiply(Base, key));
        var r = Number(SHA512.HashData([.. hash[32..], .. message])) % Order;
        byte[] commitment = Encode(Multiply(Base, r));
        var challenge = Number(SHA512.HashData([.. commitment, .. publicKey, .. message])) % Order;
        CryptographicOperations.ZeroMemory(hash);
        return [.. commitment, .. Bytes((r + (challenge * key)) % Order)];
    }

    /// <summary>The public key of a password, 32 bytes. The server stores it in Base64.</summary>
    /// <param name="password">The password, UTF-8.</param>
    public static byte[] PublicKey(ReadOnlySpan<byte> password) => Encode(Multiply(Base, Key(SHA512.HashData(password))));

    private static BigInteger Key(byte[] hash)
    {
        byte[] half = hash[..32];
        half[0] &= 248;
        half[31] = (byte)((half[31] & 63) | 64);
        return Number(half);
    }

    // Extended coordinates (RFC 8032, 5.1.4): x = X/Z, y = Y/Z, xy = T/Z.
    private readonly record struct Point(BigInteger X, BigInteger Y, BigInteger Z, BigInteger T);

    private static Point Add(Point a, Point b)
    {
        var first = Mod((a.Y - a.X) * (b.Y - b.X));
        var second = Mod((a.Y + a.X) * (b.Y + b.X));
        var third = Mod(2 * a.T * b.T * D);
        var fourth = Mod(2 * a.Z * b.Z);
        var (e, f, g, h) = (second - first, fourth - third, fourth + third, second + first);
        return new(Mod(e * f), Mod(g * h), Mod(f * g), Mod(e * h));
    }

    private static Point Multiply(Point point, BigInteger times)
    {
        var sum = new Point(BigInteger.Zero, BigInteger.One, BigInteger.One, BigInteger.Zero);
        for (; !times.IsZero; times >>= 1)
        {
            sum = times.IsEven ? sum : Add(sum, point);
            point = Add(point, point);
        }

        return sum;
    }

    private static byte[] Encode(Point point)
    {
        var inverse = Inverse(point.Z);
        byte[] y = Bytes(Mod(point.Y * inverse));
        y[31] |= Mod(point.X * inverse).IsEven ? (byte)0 : (byte)0x80;
        return y;
    }

    // y = 4/5, x even (RFC 8032, 5.1 and 5.1.3).
    private static Point BasePoint()
    {
        var y = Mod(4 * Inverse(5));
        var square = Mod(((y * y) - 1) * Inverse((D * y * y) + 1));
        var x = BigInteger.ModPow(square, (P + 3) / 8, P);
        x = Mod((x * x) - square).IsZero ? x : Mod(x * RootOfMinusOne);
        x = x.IsEven ? x : P - x;
        return new(x, y, BigInteger.One, Mod(x * y));
    }

    private static BigInteger Inverse(BigInteger value) => BigInteger.ModPow(Mod(value), P - 2, P);

    private static BigInteger Mod(BigInteger value)
    {
        var rest = value % P;
        return rest.Sign < 0 ? rest + P : rest;
    }

    private static BigInteger Number(ReadOnlySpan<byte> little) => new(little, isUnsigned: true);

    private static byte[] Bytes(BigInteger value)
    {
        byte[] bytes = new byte[32];
        value.TryWriteBytes(bytes, out _, isUnsigned: true);
        return bytes;
    }
}
