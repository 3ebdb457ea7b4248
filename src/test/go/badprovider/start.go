package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// garbage prints bytes that are no text, and goes on living.
func garbage() {
	os.Stdout.Write([]byte("\x7fELF\x00\x01\xff\xfe\xfd|||\n\x80\x81garbage\n"))
	select {}
}

// announce prints a handshake in which %s is a socket that nobody serves, and goes on living.
func announce(format string) {
	line := format
	if strings.Contains(format, "%s") {
		line = fmt.Sprintf(format, listen().Addr())
	}
	fmt.Println(line)
	select {}
}

// silentSocket accepts connections and never says a word.
func silentSocket() {
	listener := listen()
	fmt.Printf("1|6|unix|%s|grpc|\n", listener.Addr())
	for {
		connection, err := listener.Accept()
		if err != nil {
			return
		}
		defer connection.Close()
	}
}

// otherKey serves TLS with another certificate than it announced.
func otherKey() {
	announced, served := certificate(), certificate()
	listener := tls.NewListener(listen(), &tls.Config{Certificates: []tls.Certificate{served}, NextProtos: []string{"h2"}})
	fmt.Printf("1|6|unix|%s|grpc|%s\n", listener.Addr(), base64.RawStdEncoding.EncodeToString(announced.Certificate[0]))
	for {
		connection, err := listener.Accept()
		if err != nil {
			return
		}
		_ = connection.(*tls.Conn).Handshake()
		connection.Close()
	}
}

func flood() {
	line := strings.Repeat("noise ", 16) + "\n"
	fmt.Fprint(os.Stderr, strings.Repeat(line, 200<<10/len(line)+1))
}

func listen() net.Listener {
	dir := os.Getenv("PLUGIN_UNIX_SOCKET_DIR")
	if dir == "" {
		dir = os.TempDir()
	}
	listener, err := net.Listen("unix", filepath.Join(dir, fmt.Sprintf("bad%d", os.Getpid())))
	if err != nil {
		panic(err)
	}
	return listener
}

func certificate() tls.Certificate {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		panic(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "localhost"}, DNSNames: []string{"localhost"},
		NotBefore: time.Now().Add(-time.Minute), NotAfter: time.Now().Add(24 * time.Hour),
		IsCA: true, BasicConstraintsValid: true,
		KeyUsage:    x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		panic(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}
